import { type EventSubscriber, type MikroORM, type TransactionEventArgs } from '@mikro-orm/core';
import { MikroORM as PostgreSqlOrm } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { RepeatedWork } from '../../background/repeated-work.js';
import { announcedIn, type ChangeListener, CHANGES_CHANNEL } from './announce-change.js';
import { FeedOutage } from './feed-outage.js';

/** The parts of `pg` that the driver's types leave out: a pool exposes the class of its connections. */
interface ListeningConnection {
  connect(): Promise<void>;
  query(statement: string): Promise<unknown>;
  end(): Promise<void>;
  on(event: 'notification', listener: (message: { channel: string; payload?: string }) => void): void;
  on(event: 'error' | 'end', listener: () => void): void;
}

interface Pool {
  options: object;
  Client: new (options: object) => ListeningConnection;
}

/**
 * Delivers the changes that any process announces. Changes of this process are delivered when their transaction
 * commits; those of other processes arrive as notifications on a dedicated connection. It must lead directly to
 * PostgreSQL: a transaction pooler would swallow the notifications.
 */
@Injectable()
export class ChangeFeedService extends RepeatedWork implements EventSubscriber {
  private readonly listeners: ChangeListener[] = [];
  /** Listeners for other channels, by channel. */
  private readonly hearers = new Map<string, ((payload: string) => void)[]>();
  private readonly outage = new FeedOutage();
  private connection: ListeningConnection | undefined;

  constructor(private readonly orm: PostgreSqlOrm) {
    super();
    (orm as MikroORM).em.getEventManager().registerSubscriber(this);
  }

  /** Whether changes of other processes are currently received. */
  isConnected = false;

  subscribe(listener: ChangeListener): void {
    this.listeners.push(listener);
  }

  /** Listens to another channel on the same connection. Must be called before the application starts. */
  hear(channel: string, hearer: (payload: string) => void): void {
    this.hearers.set(channel, [...(this.hearers.get(channel) ?? []), hearer]);
  }

  /** Must be called whenever changes may have been missed. */
  forgetEverything(): void {
    for (const listener of this.listeners) listener.missed();
  }

  protected get intervalMs(): number {
    return this.outage.waitMs;
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    this.hurry();
  }

  override async onModuleDestroy(): Promise<void> {
    const stopped = super.onModuleDestroy();
    await this.connection?.end().catch(() => undefined);
    await stopped;
  }

  afterTransactionCommit({ transaction }: TransactionEventArgs): void {
    if (!transaction) return;
    for (const change of announcedIn(transaction as object))
      for (const listener of this.listeners) listener.changed(change);
  }

  protected override failed(error: unknown): void {
    if (this.isStopping || !this.outage.fail(performance.now())) return;
    this.logger.warn(
      'No changes from other processes received for a minute, so API keys are looked up again every ' +
        `second: ${(error as Error).message}`,
    );
  }

  /** Listens until the connection breaks. */
  async work(): Promise<never> {
    const pool = (await this.orm.em.getConnection().getNativeClient()) as unknown as Pool;
    const connection = new pool.Client(pool.options);
    const ended = new Promise<void>((resolve) => {
      connection.on('error', resolve);
      connection.on('end', resolve);
    });
    connection.on('notification', ({ channel, payload = '' }) => {
      if (channel === CHANGES_CHANNEL) this.pass(payload);
      else this.hearers.get(channel)?.forEach((hearer) => hearer(payload));
    });
    this.connection = connection;
    try {
      // The driver never settles this if the connection is ended meanwhile.
      await Promise.race([connection.connect(), ended]);
      const channels = [CHANGES_CHANNEL, ...this.hearers.keys()];
      await connection.query(channels.map((channel) => `listen ${channel}`).join(';'));
      this.forgetEverything();
      if (!this.isStopping) {
        this.isConnected = true;
        if (this.outage.end()) this.logger.warn('Receiving changes from other processes again');
        await ended;
      }
      throw new Error('the connection breaks');
    } finally {
      this.isConnected = false;
      this.connection = undefined;
      // Not awaited: it never resolves if the server has already cut the connection.
      void connection.end().catch(() => undefined);
    }
  }

  private pass(payload: string): void {
    const [kind, id] = payload.split(':', 2);
    for (const listener of this.listeners) listener.changed({ kind, id });
  }
}
