import { type EntityManager, RequestContext } from '@mikro-orm/postgresql';
import { RepeatedWork } from '../background/repeated-work.js';
import type { ChangeFeedService } from '../database/changes/change-feed.service.js';
import { DatabasePoll } from '../database/changes/database-poll.js';
import type { ClaimQueue } from './claim-queue.js';
import { MINUTE_MS, within } from '../time/index.js';

/** Works on a queue that the processes share: on several things at once, when they are announced or due. */
export abstract class QueueWork<
  Claimed,
  Queue extends Pick<ClaimQueue<never>, 'dueInMs'>,
> extends RepeatedWork {
  protected readonly intervalMs = 500;
  /** How long what is under way may take when the process stops, before `stopping` is aborted. */
  protected readonly graceMs: number = 0;
  protected readonly underWay = new Map<Claimed, Promise<void>>();
  private readonly stop = new AbortController();
  private readonly poll: DatabasePoll;
  private tidiedMs = -Infinity;

  /**
   * @param channel on which work is announced
   * @param mostAtOnce in this process
   */
  constructor(
    protected readonly entityManager: EntityManager,
    protected readonly queue: Queue,
    feed: ChangeFeedService,
    channel: string,
    private readonly mostAtOnce: number,
  ) {
    super();
    this.poll = new DatabasePoll(feed, [channel], () => this.hurry());
  }

  /** Returns undefined if nothing is due. */
  protected abstract claim(): Promise<Claimed | undefined>;

  /** If it fails, the claim expires, and then the work is claimed again. */
  protected abstract handle(claimed: Claimed): Promise<void>;

  /** Called before each look for what is due. */
  protected async fill(): Promise<void> {
    // By default, others fill the queue.
  }

  /** Called once a minute. */
  protected async tidy(): Promise<void> {
    // By default, there is nothing to tidy.
  }

  /** What has begun and hasn't ended. It must end soon once `stopping` is aborted. */
  protected begun(): Iterable<Promise<void>> {
    return this.underWay.values();
  }

  protected get stopping(): AbortSignal {
    return this.stop.signal;
  }

  /** Must be called when something is due that no channel has announced. */
  wake(): void {
    this.poll.wake();
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    this.hurry();
  }

  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    const ended = Promise.all(this.begun());
    await within(this.graceMs, ended, { otherwise: () => undefined });
    this.stop.abort();
    await ended;
  }

  work(): Promise<void> {
    return this.inContext(async () => {
      await this.poll.run(() => this.beginDue());
      // Afterwards, and not again at once: if it fails, the work goes on.
      if (performance.now() - this.tidiedMs < MINUTE_MS) return;
      this.tidiedMs = performance.now();
      await this.tidy();
    });
  }

  protected inContext<T>(work: () => Promise<T>): Promise<T> {
    return RequestContext.create(this.entityManager, work);
  }

  /** What is slow occupies only its own place. */
  private async beginDue(): Promise<number | undefined> {
    await this.fill();
    while (!this.isStopping && this.underWay.size < this.mostAtOnce) {
      const claimed = await this.claim();
      if (claimed === undefined) return this.queue.dueInMs();
      this.underWay.set(claimed, this.start(claimed));
    }
    // What ends wakes.
    return undefined;
  }

  private async start(claimed: Claimed): Promise<void> {
    try {
      await this.inContext(() => this.handle(claimed));
    } catch (error) {
      this.logger.warn(`An outcome can't be recorded: ${(error as Error).message}`);
    } finally {
      this.underWay.delete(claimed);
      // Something may be due again, or have waited for the place.
      this.wake();
    }
  }
}
