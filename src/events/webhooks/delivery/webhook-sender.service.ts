import { QueueWork } from '../../../core/queues/index.js';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ChangeFeedService } from '../../../core/database/index.js';
import { PUBLISHED_CHANNEL } from '../../../core/events/index.js';
import { MetricsService, samplesBy } from '../../../core/telemetry/index.js';
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

/** Sends due events to many webhooks concurrently, one event per webhook at a time. */
@Injectable()
export class WebhookSenderService extends QueueWork<ClaimedDelivery, DeliveryQueueService> {
  protected override readonly graceMs = 3_000;
  /**
   * Longer than the endpoint's timeout and shorter than the claim: frees the attempt's slot even if the attempt never
   * settles.
   */
  protected readonly longestAttemptMs: number = 30_000;
  /** Counted since the process started. */
  readonly outcomes = { delivered: 0, retried: 0, failed: 0 };
  /** At most a minute old. */
  backlog: Backlog = { events: 0, delaySeconds: 0 };

  constructor(
    entityManager: EntityManager,
    queue: DeliveryQueueService,
    private readonly disabled: DisabledWebhooksService,
    private readonly caller: WebhookCallerService,
    feed: ChangeFeedService,
    metrics: MetricsService,
  ) {
    super(entityManager, queue, feed, PUBLISHED_CHANNEL, MOST_AT_ONCE);
    metrics.counter(
      'weather_webhook_attempts_total',
      'Attempts of this process to send an event to a webhook, by outcome.',
      () => samplesBy('outcome', this.outcomes),
    );
    metrics.gauge(
      'weather_webhook_backlog',
      'Events that wait to be sent to a webhook, at most a minute ago.',
      () => this.backlog.events,
    );
    metrics.gauge(
      'weather_webhook_delay_seconds',
      'How long the oldest due webhook has been waiting.',
      () => this.backlog.delaySeconds,
    );
  }

  override async tidy(): Promise<void> {
    await this.disabled.disableOverfull();
    this.backlog = await this.queue.backlog();
  }

  protected claim(): Promise<ClaimedDelivery | undefined> {
    const slow = [...this.underWay.keys()].filter(({ isSlow }) => isSlow).length;
    return this.queue.claim(this.busyOrganizations(), slow < MOST_SLOW_AT_ONCE);
  }

  private busyOrganizations(): string[] {
    const counts = new Map<string, number>();
    for (const { organizationId } of this.underWay.keys())
      counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= MOST_OF_ORGANIZATION).map(([id]) => id);
  }

  protected async handle(delivery: ClaimedDelivery): Promise<void> {
    if (await this.isAtRest(delivery.webhookId)) return this.queue.postpone(delivery, AT_REST);
    const signal = this.stopping;
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
