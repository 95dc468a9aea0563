import { RepeatedWork } from '../../../core/background/index.js';
import { EntityManager, RequestContext } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ChangeFeedService, DatabasePoll } from '../../../core/database/index.js';
import { PUBLISHED_CHANNEL } from '../../../core/events/index.js';
import { within } from '../../../core/time/index.js';
import { Webhook } from '../webhook.entity.js';
import { type Backlog, DeliveryQueueService } from './delivery-queue.service.js';
import type { ClaimedDelivery } from './delivery.types.js';
import { DisabledWebhooksService } from './disabled-webhooks.service.js';
import { WebhookCallerService } from './webhook-caller.service.js';

const MOST_AT_ONCE = 64;
/** Maximum number of these for webhooks that are slow or failed the last time. */
const MOST_SLOW_AT_ONCE = 48;
const MOST_OF_ORGANIZATION = 4;
const TIDIED_EVERY_MS = 60_000;
/** How long shutdown waits for responses. */
const STOPPING_MS = 3_000;

/** Sends due events to many webhooks concurrently, one event per webhook at a time. */
@Injectable()
export class WebhookSenderService extends RepeatedWork {
  protected readonly intervalMs = 1_000;
  /**
   * Longer than the endpoint's timeout and shorter than the claim: frees the attempt's slot even if the attempt never
   * settles.
   */
  protected readonly longestAttemptMs: number = 30_000;
  /** Counted since the process started. */
  readonly outcomes = { delivered: 0, retried: 0, failed: 0 };
  /** At most a minute old. */
  backlog: Backlog = { events: 0, delaySeconds: 0 };
  private readonly underWay = new Map<ClaimedDelivery, Promise<void>>();
  private readonly stopping = new AbortController();
  private tidiedMs = -Infinity;
  private readonly poll: DatabasePoll;

  constructor(
    private readonly entityManager: EntityManager,
    private readonly queue: DeliveryQueueService,
    private readonly disabled: DisabledWebhooksService,
    private readonly caller: WebhookCallerService,
    feed: ChangeFeedService,
  ) {
    super();
    this.poll = new DatabasePoll(feed, [PUBLISHED_CHANNEL], () => this.hurry());
  }

  /** Must be called when something is due. */
  wake(): void {
    this.poll.wake();
  }

  work(): Promise<void> {
    return RequestContext.create(this.entityManager, async () => {
      await this.poll.run(() => this.beginDue());
      if (performance.now() - this.tidiedMs < TIDIED_EVERY_MS) return;
      this.tidiedMs = performance.now();
      await this.tidy();
    });
  }

  async tidy(): Promise<void> {
    await this.disabled.disableOverfull();
    this.backlog = await this.queue.backlog();
  }

  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    const ended = Promise.all(this.underWay.values());
    await within(STOPPING_MS, ended, { otherwise: () => undefined });
    this.stopping.abort();
    await ended;
  }

  /** Returns after how many milliseconds the next webhook is due. */
  private async beginDue(): Promise<number | undefined> {
    while (!this.isStopping && this.underWay.size < MOST_AT_ONCE) {
      const slow = [...this.underWay.keys()].filter(({ isSlow }) => isSlow).length;
      const delivery = await this.queue.claim(this.busyOrganizations(), slow < MOST_SLOW_AT_ONCE);
      if (!delivery) return this.queue.dueInMs();
      const sending = RequestContext.create(this.entityManager, () => this.send(delivery))
        // Its claim expires, and then it is sent again.
        .catch((error: unknown) => this.logger.warn(`A delivery can't be noted: ${(error as Error).message}`))
        .finally(() => {
          this.underWay.delete(delivery);
          this.poll.wake();
        });
      this.underWay.set(delivery, sending);
    }
  }

  private busyOrganizations(): string[] {
    const counts = new Map<string, number>();
    for (const { organizationId } of this.underWay.keys())
      counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= MOST_OF_ORGANIZATION).map(([id]) => id);
  }

  private async send(delivery: ClaimedDelivery): Promise<void> {
    if (await this.isAtRest(delivery.webhookId)) return this.queue.postpone(delivery, AT_REST);
    const { signal } = this.stopping;
    const attempt = await within(this.longestAttemptMs, this.caller.call(delivery, signal), {
      signal,
      otherwise: () => ({ ...LEFT, durationMs: this.longestAttemptMs }),
    });
    if (attempt.status === null && signal.aborted) return this.queue.release(delivery);
    const outcome = await this.queue.finish(delivery, attempt);
    if (outcome) this.outcomes[outcome] += 1;
  }

  /** Whether the organization has no active owner, in which case nothing of it works. */
  private async isAtRest(webhookId: string): Promise<boolean> {
    const isActive = { id: webhookId, organization: { isActive: true } };
    return (await this.entityManager.count(Webhook, isActive)) === 0;
  }
}

const AT_REST = 'The organization has no active owner.';
const LEFT = { status: null, error: 'The attempt took too long.' };
