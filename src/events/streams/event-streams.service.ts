import { RepeatedWork } from '../../core/background/index.js';
import { AsyncLocalStorage } from 'node:async_hooks';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ApiKeyVerifierService, type Principal, STALE_MS, dependsOn } from '../../api-keys/index.js';
import {
  type Change,
  ChangeFeedService,
  type ChangeListener,
  DatabasePoll,
} from '../../core/database/index.js';
import { EventStream, Problem } from '../../core/http/index.js';
import {
  EVENTS_KEPT_DAYS,
  PUBLISHED_CHANNEL,
  PUBLISHED_COLUMNS,
  type PublishedEvent,
  eventBody,
} from '../../core/events/index.js';

/** Streams per client, in each process. */
const MOST_OF_CLIENT = 50;
const MOST_AT_ONCE = 2_000;
const RETRY_MS = 2_000;
/** This server and many proxies close connections on which nothing is sent for 30 s. */
const BEAT_MS = 15_000;
const PAGE = 200;
/** The cursor before the first event. */
const BEFORE_ALL: Cursor = { id: `evt_${'0'.repeat(26)}`, position: 0 };

interface Cursor {
  id: string;
  position: number;
}

interface Subscriber {
  stream: EventStream;
  request: FastifyRequest;
  principal: Principal;
  /** The last event that was processed for this subscriber, sent or not. */
  cursor: Cursor;
  /** Whether the subscriber has all events up to the head, and gets new ones as they are published. */
  isLive: boolean;
}

/** Streams events to open connections as they are published. One query serves all live streams. */
@Injectable()
export class EventStreamsService extends RepeatedWork implements ChangeListener {
  protected readonly intervalMs = 1_000;
  /** Leaves the async context of the committed transaction in which `changed` is called; it can't run queries. */
  private readonly outside = AsyncLocalStorage.snapshot();
  private readonly subscribers = new Set<Subscriber>();
  /** The last event that was processed for the live subscribers; undefined without subscribers. */
  private head: Cursor | undefined;
  private beatMs = performance.now();
  /** Whether changes to keys may have been missed, so that all keys must be verified again. */
  private hasMissed = false;
  /** When all keys were last known to be valid. */
  private verifiedMs = performance.now();
  private verifying: Promise<void> | undefined;
  private readonly poll: DatabasePoll;

  constructor(
    private readonly entityManager: EntityManager,
    private readonly verifier: ApiKeyVerifierService,
    private readonly feed: ChangeFeedService,
    private readonly host: HttpAdapterHost,
  ) {
    super();
    // Subscribes after the verifier, which must evict a changed key before the key is verified again.
    feed.subscribe(this);
    this.poll = new DatabasePoll(feed, [PUBLISHED_CHANNEL], () => this.hurry());
  }

  /**
   * Opens a stream of the events after the given one, or of new events only.
   * @throws Problem invalid_parameter if the event doesn't exist or was deleted; overloaded
   */
  async open(request: FastifyRequest, lastEventId: string | undefined): Promise<EventStream> {
    const newest = await this.newest();
    const cursor = lastEventId === undefined ? newest : await this.cursorOf(lastEventId);
    const principal = request.principal!;
    this.admit(principal);
    const stream = new EventStream();
    const subscriber: Subscriber = { stream, request, principal, cursor, isLive: false };
    this.subscribers.add(subscriber);
    stream.once('close', () => this.subscribers.delete(subscriber));
    // A change since the guard checked the key was not delivered to this subscriber.
    await this.recheck(subscriber);
    // Without an ID, a client that loses the connection before the first event couldn't resume.
    stream.send(`retry: ${RETRY_MS}\nid: ${cursor.id}\n\n`);
    this.head ??= newest;
    // Events since then were announced to no one.
    this.poll.wake();
    void this.catchUp(subscriber).catch(() => stream.finish());
    return stream;
  }

  protected override async turn(): Promise<void> {
    this.upkeep();
    await this.poll.run(() => this.tellNews());
  }

  async work(): Promise<void> {
    this.upkeep();
    await this.tellNews();
  }

  override async onModuleDestroy(): Promise<void> {
    for (const { stream } of this.subscribers) stream.finish();
    await super.onModuleDestroy();
  }

  changed(change: Change): void {
    for (const subscriber of this.subscribers)
      if (dependsOn(subscriber.principal, change)) this.outside(() => void this.recheck(subscriber));
  }

  missed(): void {
    this.hasMissed = true;
    this.hurry();
  }

  /** An organization, or the clients of one account, may hold at most as many streams as are left for others. */
  private admit(asking: Principal): void {
    const countOf = (id: 'clientId' | 'organizationId' | 'accountId') =>
      [...this.subscribers].filter(({ principal }) => principal[id] === asking[id]).length;
    const free = MOST_AT_ONCE - this.subscribers.size;
    let whose: string;
    if (countOf('clientId') >= MOST_OF_CLIENT) whose = ' of this client';
    else if (free === 0) whose = '';
    else if (countOf('organizationId') >= free) whose = ' of this organization';
    else if (countOf('accountId') >= free) whose = ' of this account';
    else return;
    throw new Problem('overloaded', {
      detail: `Too many event streams${whose} are open.`,
      headers: { 'retry-after': String(RETRY_MS / 1_000) },
    });
  }

  private upkeep(): void {
    this.endOver();
    this.beat();
    this.recheckUnheard();
  }

  /** Ends streams whose key has expired, and all streams once the server no longer accepts connections. */
  private endOver(): void {
    const { listening: isListening } = this.host.httpAdapter.getHttpServer() as { listening: boolean };
    for (const { stream, principal } of this.subscribers)
      if (!isListening || principal.endsAtMs <= Date.now()) stream.finish();
  }

  private beat(): void {
    if (performance.now() - this.beatMs < BEAT_MS) return;
    this.beatMs = performance.now();
    for (const { stream, cursor } of this.subscribers) stream.beat(`id: ${cursor.id}\n\n`);
  }

  /** Verifies all keys on each tick while change notifications are missing, unless a check is still running. */
  private recheckUnheard(): void {
    if (this.feed.isConnected && !this.hasMissed) this.verifiedMs = performance.now();
    else this.verifying ??= this.recheckAll().finally(() => (this.verifying = undefined));
  }

  /** While the database is unavailable, streams stay open for STALE_MS, as long as cached keys stay valid. */
  private async recheckAll(): Promise<void> {
    this.hasMissed = false;
    const startMs = performance.now();
    const asked = [...this.subscribers].map((subscriber) => ({ subscriber, before: subscriber.principal }));
    try {
      const requests = asked.map(({ subscriber }) => subscriber.request);
      const principals = requests.length > 0 ? await this.verifier.verifyAllAgain(requests) : [];
      for (const [i, { subscriber, before }] of asked.entries())
        // Otherwise `recheck` has verified it meanwhile, after a change that this result may not include.
        if (subscriber.principal === before) keep(subscriber, principals[i]);
      this.verifiedMs = startMs;
    } catch {
      this.hasMissed = true;
      if (startMs - this.verifiedMs < STALE_MS) return;
      for (const { subscriber } of asked) subscriber.stream.finish();
    }
  }

  /** Ends a stream whose key can't be verified. A client that reconnects gets the reason. */
  private async recheck(subscriber: Subscriber): Promise<void> {
    const principal = await this.verifier.verifyAgain(subscriber.request).catch(() => undefined);
    keep(subscriber, principal);
  }

  private async tellNews(): Promise<undefined> {
    if (this.subscribers.size === 0) this.head = undefined;
    let events: PublishedEvent[];
    do {
      if (!this.head) return;
      events = await this.after(this.head.position);
      const live = [...this.subscribers].filter(({ isLive }) => isLive);
      for (const event of events) {
        for (const subscriber of live) tell(subscriber, event);
        this.head = event;
      }
    } while (events.length === PAGE);
  }

  /** Nothing runs between the last comparison with the head and `isLive`, so no event is missed. */
  private async catchUp(subscriber: Subscriber): Promise<void> {
    const { stream } = subscriber;
    while (!stream.isOver && subscriber.cursor.position < this.head!.position)
      for (const event of await this.after(subscriber.cursor.position)) {
        await stream.room();
        tell(subscriber, event);
      }
    subscriber.isLive = true;
  }

  private after(position: number): Promise<PublishedEvent[]> {
    return this.entityManager.execute(
      `select ${PUBLISHED_COLUMNS} from announced_events where position > ? order by position limit ?`,
      [position, PAGE],
    );
  }

  private async newest(): Promise<Cursor> {
    const [cursor] = await this.entityManager.execute<Cursor[]>(
      'select id, position::float8 as position from announced_events where position is not null order by position desc limit 1',
    );
    return cursor ?? BEFORE_ALL;
  }

  private async cursorOf(id: string): Promise<Cursor> {
    if (id === BEFORE_ALL.id) return BEFORE_ALL;
    const [cursor] = await this.entityManager.execute<Cursor[]>(
      'select id, position::float8 as position from announced_events where id = ? and position is not null',
      [id],
    );
    if (cursor) return cursor;
    const detail = `Last-Event-ID must be the ID of an event of the last ${EVENTS_KEPT_DAYS} days.`;
    throw new Problem('invalid_parameter', { errors: [{ parameter: 'Last-Event-ID', detail }] });
  }
}

/** Continues the stream with the key's current permissions, or ends it. */
function keep(subscriber: Subscriber, principal: Principal | undefined): void {
  const { stream, request } = subscriber;
  if (principal?.scopes.includes('forecast:read') && principal.allows?.(request.ip) !== false)
    subscriber.principal = principal;
  else stream.finish();
}

function tell(subscriber: Subscriber, event: PublishedEvent): void {
  if (event.position <= subscriber.cursor.position) return;
  subscriber.cursor = event;
  if (!isHeardBy(subscriber.principal, event)) return;
  subscriber.stream.send(`id: ${event.id}\nevent: ${event.type}\ndata: ${eventBody(event)}\n\n`);
}

/** A key receives events of its own client, not of other clients of the organization. */
function isHeardBy(
  { clientId, organizationId }: Principal,
  event: Pick<PublishedEvent, 'clientId' | 'organizationId'>,
): boolean {
  if (event.clientId !== null) return event.clientId === clientId;
  return event.organizationId === null || event.organizationId === organizationId;
}
