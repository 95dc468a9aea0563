import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { QueueWork } from '../../queues/queue-work.js';
import { ChangeFeedService } from '../../database/changes/change-feed.service.js';
import { within } from '../../time/within.js';
import { PUBLISHED_CHANNEL, PUBLISHED_COLUMNS, type PublishedEvent } from '../event.js';
import { FoundListeners, type Listener } from './found-listeners.js';
import { CLAIM_RENEWED_EVERY_MS, type ClaimedEvent, HandlingQueueService } from './handling-queue.service.js';
import type { ServiceEvent } from './on-service-event.decorator.js';

const PAGE = 200;
const MOST_AT_ONCE = 4;

/**
 * Calls the methods with `@OnServiceEvent`. Those of `cluster` take turns through the database; those of `process` follow
 * what is published from the start of the process on.
 */
@Injectable()
export class EventListenersService extends QueueWork<ClaimedEvent, HandlingQueueService> {
  protected override readonly graceMs = 3_000;
  private ofCluster = new Map<string, Listener>();
  private ofProcess: Listener[] = [];
  /** Up to where the listeners of this process have heard events. */
  private position: number | undefined;
  private readonly calls = new Set<Promise<void>>();

  constructor(
    entityManager: EntityManager,
    private readonly found: FoundListeners,
    queue: HandlingQueueService,
    feed: ChangeFeedService,
  ) {
    super(entityManager, queue, feed, PUBLISHED_CHANNEL, MOST_AT_ONCE);
  }

  override onApplicationBootstrap(): void {
    const listeners = this.found.list();
    this.ofCluster = new Map(
      listeners.filter(({ once }) => once === 'cluster').map((listener) => [listener.name, listener]),
    );
    this.ofProcess = listeners.filter(({ once }) => once === 'process');
    if (listeners.length > 0) super.onApplicationBootstrap();
  }

  protected override begun(): Iterable<Promise<void>> {
    return [...super.begun(), ...this.calls];
  }

  protected override async fill(): Promise<void> {
    if (this.ofProcess.length > 0) await this.tellProcess();
    await this.queue.fill([...this.ofCluster.values()]);
  }

  protected claim(): Promise<ClaimedEvent | undefined> {
    return this.queue.claim();
  }

  protected async handle(claimed: ClaimedEvent): Promise<void> {
    const listener = this.ofCluster.get(claimed.listener)!;
    const renewal = setInterval(() => {
      this.inContext(() => this.queue.renew(claimed)).catch(() => undefined);
    }, CLAIM_RENEWED_EVERY_MS).unref();
    try {
      // A method that takes longer than the process does is called again by another one.
      const isLeft = await within(Infinity, this.call(listener, claimed.event), {
        signal: this.stopping,
        otherwise: () => true,
      });
      if (!isLeft) await this.inContext(() => this.queue.finish(claimed));
    } catch (error) {
      const waitS = await this.inContext(() => this.queue.retryLater(claimed));
      this.tellFailure(listener, error, waitS);
    } finally {
      clearInterval(renewal);
    }
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
          this.tell(listener, event);
      }
    } while (events.length === PAGE);
  }

  private async call({ call }: Listener, event: PublishedEvent): Promise<void> {
    const { id, type, timestamp, organizationId, clientId } = event;
    const data = JSON.parse(event.data) as ServiceEvent['data'];
    await this.inContext(async () => {
      await call({ id, type, timestamp, organizationId, clientId, data });
    });
  }

  private tell(listener: Listener, event: PublishedEvent): void {
    const left = { signal: this.stopping, otherwise: () => undefined };
    const called = within(Infinity, this.call(listener, event), left)
      .catch((error: unknown) => this.tellFailure(listener, error))
      .finally(() => this.calls.delete(called));
    this.calls.add(called);
  }

  private tellFailure({ name, once }: Listener, error: unknown, waitS?: number): void {
    const next = waitS === undefined ? 'is given up' : `is tried again in ${Math.round(waitS)} s`;
    this.logger.error(`${name} failed${once === 'cluster' ? ` and ${next}` : ''}`, error);
  }
}
