import { EntityManager, RequestContext } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { RepeatedWork } from '../../background/repeated-work.js';
import { ChangeFeedService } from '../../database/changes/change-feed.service.js';
import { within } from '../../time/within.js';
import { PUBLISHED_CHANNEL, type PublishedEvent } from '../event.js';
import { PUBLISHED_COLUMNS } from '../published-columns.js';
import { FoundListeners, type Listener } from './found-listeners.js';
import { CLAIM_RENEWED_EVERY_MS, type ClaimedEvent, HandlingQueueService } from './handling-queue.service.js';
import type { ServiceEvent } from './on-service-event.decorator.js';

const PAGE = 200;
const MOST_AT_ONCE = 4;
/** How long shutdown waits for methods. */
const STOPPING_MS = 3_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Calls the methods with `@OnServiceEvent`. Those of `cluster` take turns through the database; those of `process` follow
 * what is published from the start of the process on.
 */
@Injectable()
export class EventListenersService extends RepeatedWork {
  /** Notifications are what starts the work; this finds those that were missed. */
  protected readonly intervalMs = 60_000;
  private ofCluster = new Map<string, Listener>();
  private ofProcess: Listener[] = [];
  /** Up to where the listeners of this process have heard events. */
  private position: number | undefined;
  private isRegistered = false;
  private due: NodeJS.Timeout | undefined;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly entityManager: EntityManager,
    private readonly found: FoundListeners,
    private readonly queue: HandlingQueueService,
    feed: ChangeFeedService,
  ) {
    super();
    feed.hear(PUBLISHED_CHANNEL, () => this.hurry());
    feed.subscribe({ changed: () => undefined, missed: () => this.hurry() });
  }

  override onApplicationBootstrap(): void {
    const listeners = this.found.list();
    this.ofCluster = new Map(
      listeners.filter(({ once }) => once === 'cluster').map((listener) => [listener.name, listener]),
    );
    this.ofProcess = listeners.filter(({ once }) => once === 'process');
    if (listeners.length === 0) return;
    super.onApplicationBootstrap();
    this.hurry();
  }

  override async onModuleDestroy(): Promise<void> {
    clearTimeout(this.due);
    await super.onModuleDestroy();
    await within(STOPPING_MS, Promise.all(this.underWay), { otherwise: () => undefined });
  }

  work(): Promise<void> {
    return RequestContext.create(this.entityManager, async () => {
      if (this.ofProcess.length > 0) await this.tellProcess();
      if (this.ofCluster.size > 0) await this.handleDue();
    });
  }

  private async tellProcess(): Promise<void> {
    if (this.position === undefined) {
      const [{ newest }] = await this.entityManager.execute<{ newest: number }[]>(
        'select coalesce(max(position), 0)::float8 as newest from announced_events',
      );
      this.position = newest;
    }
    let events: PublishedEvent[];
    do {
      events = await this.entityManager.execute<PublishedEvent[]>(
        `select ${PUBLISHED_COLUMNS} from announced_events where position > ? order by position limit ?`,
        [this.position, PAGE],
      );
      for (const event of events) {
        this.position = event.position;
        for (const listener of this.ofProcess.filter(({ type }) => type === event.type))
          this.begin(this.call(listener, event).catch((error: unknown) => this.tellFailure(listener, error)));
      }
    } while (events.length === PAGE);
  }

  private async handleDue(): Promise<void> {
    const names = [...this.ofCluster.keys()];
    if (!this.isRegistered) await this.queue.register([...this.ofCluster.values()]);
    this.isRegistered = true;
    await this.queue.fill(names);
    while (!this.isStopping && this.underWay.size < MOST_AT_ONCE) {
      const claimed = await this.queue.claim(names);
      if (!claimed) break;
      // What ends makes room for another one.
      this.begin(this.handle(claimed).finally(() => this.hurry()));
    }
    clearTimeout(this.due);
    const dueInMs = await this.queue.dueInMs(names);
    if (dueInMs === undefined || this.isStopping || this.underWay.size === MOST_AT_ONCE) return;
    this.due = setTimeout(() => this.hurry(), Math.min(Math.max(dueInMs, 0), LONGEST_TIMER_MS)).unref();
  }

  private async handle(claimed: ClaimedEvent): Promise<void> {
    const listener = this.ofCluster.get(claimed.listener)!;
    const renewal = setInterval(() => {
      this.inContext(() => this.queue.renew(claimed)).catch(() => undefined);
    }, CLAIM_RENEWED_EVERY_MS).unref();
    try {
      await this.call(listener, claimed.event);
      await this.inContext(() => this.queue.finish(claimed));
    } catch (error) {
      const waitS = await this.inContext(() => this.queue.retryLater(claimed));
      this.tellFailure(listener, error, waitS);
    } finally {
      clearInterval(renewal);
    }
  }

  private async call({ call }: Listener, event: PublishedEvent): Promise<void> {
    const { id, type, timestamp, organizationId, clientId } = event;
    const data = JSON.parse(event.data) as ServiceEvent['data'];
    await this.inContext(async () => {
      await call({ id, type, timestamp, organizationId, clientId, data });
    });
  }

  private inContext<T>(work: () => Promise<T>): Promise<T> {
    return RequestContext.create(this.entityManager, work);
  }

  private begin(work: Promise<void>): void {
    const begun = work
      .catch((error: unknown) => this.logger.error('A handled event could not be recorded', error))
      .finally(() => this.underWay.delete(begun));
    this.underWay.add(begun);
  }

  private tellFailure({ name, once }: Listener, error: unknown, waitS?: number): void {
    const next = waitS === undefined ? 'is given up' : `is tried again in ${Math.round(waitS)} s`;
    this.logger.error(`${name} failed${once === 'cluster' ? ` and ${next}` : ''}`, error);
  }
}
