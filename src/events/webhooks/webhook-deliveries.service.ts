import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Account } from '../../accounts/index.js';
import { AttemptsService } from '../../core/attempts/index.js';
import { type Actor, type Page, Problem, newId, readPage } from '../../core/http/index.js';
import { toInstant } from '../../core/time/index.js';
import { TEST } from './delivery/delivery.types.js';
import { WebhookSenderService } from './delivery/webhook-sender.service.js';
import {
  toWebhookDeliveryDto,
  type WebhookDeliveryDto,
  type WebhookDeliveryPageQueryDto,
} from './webhook-delivery.dto.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookMessage } from './webhook-message.entity.js';
import { type Webhook } from './webhook.entity.js';
import { WebhooksService } from './webhooks.service.js';

export const NOT_ENABLED = 'The webhook is disabled. Enable it first.';

/** Lists the deliveries of webhooks, and queues those requested by hand. */
@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly webhooks: WebhooksService,
    private readonly sender: WebhookSenderService,
    private readonly attempts: AttemptsService,
  ) {}

  async list(
    account: Account,
    webhookId: string,
    { status, ...page }: WebhookDeliveryPageQueryDto,
  ): Promise<Page<WebhookDeliveryDto>> {
    await this.webhooks.reachable(account, webhookId, 'webhooks.read');
    const find = async ({ before, limit }: { before?: string; limit: number }) => {
      const deliveries = await this.entityManager.find(
        WebhookDelivery,
        {
          webhook: webhookId,
          ...(status !== undefined && { status }),
          ...(before !== undefined && { message: { $lt: before } }),
        },
        { orderBy: { message: 'desc' }, limit, populate: ['message'], refresh: true },
      );
      return deliveries.map((delivery) => ({ id: delivery.message.id, delivery }));
    };
    return readPage(page, 'evt', find, ({ delivery }) => toWebhookDeliveryDto(delivery));
  }

  /** Sends an event again, or a pending one now. If it had ended, another failure restores its previous status. */
  retry(account: Account, webhookId: string, eventId: string, actor: Actor): Promise<WebhookDeliveryDto> {
    return this.byHand(account, webhookId, async (em, webhook) => {
      const delivery = await em.findOne(
        WebhookDelivery,
        { webhook: webhookId, message: eventId },
        { populate: ['message'], refresh: true },
      );
      if (!delivery) throw new Problem('not_found', { detail: `The webhook has no delivery of ${eventId}.` });
      if (delivery.status !== 'pending') delivery.retriesLeft = 0;
      if (delivery.status === 'delivered') delivery.wasDelivered = true;
      Object.assign(delivery, {
        status: 'pending',
        isByHand: true,
        nextAttemptAt: new Date(),
        endedAt: null,
      });
      this.webhooks.record(em, 'webhook.delivery_retried', webhook, actor, { event_id: eventId });
      return delivery;
    });
  }

  /** Sends a test event, without retries. */
  test(account: Account, webhookId: string, actor: Actor): Promise<WebhookDeliveryDto> {
    return this.byHand(account, webhookId, (em, webhook) => {
      const now = new Date();
      const data = { webhook_id: webhookId, organization_id: webhook.organization.id };
      const message = em.create(WebhookMessage, {
        id: newId('evt'),
        type: TEST,
        body: JSON.stringify({ type: TEST, timestamp: toInstant(now), data }),
        createdAt: now,
      });
      this.webhooks.record(em, 'webhook.tested', webhook, actor, { event_id: message.id });
      return em.create(WebhookDelivery, {
        webhook,
        message,
        position: 0,
        isByHand: true,
        status: 'pending',
        retriesLeft: 0,
        nextAttemptAt: now,
      });
    });
  }

  /**
   * Queues a delivery ahead of the pending ones, with the webhook locked.
   * @throws Problem too_many_attempts
   */
  private async byHand(
    account: Account,
    webhookId: string,
    work: (em: EntityManager, webhook: Webhook) => Promise<WebhookDelivery> | WebhookDelivery,
  ): Promise<WebhookDeliveryDto> {
    await this.attempts.attempt('webhookByHand', account.id);
    let delivery: WebhookDelivery;
    await this.webhooks.change(account, webhookId, 'webhooks.manage', async (em, webhook) => {
      if (webhook.disabledReason) throw new Problem('conflict', { detail: NOT_ENABLED });
      delivery = await work(em, webhook);
      // A process that has claimed the webhook checks for the next delivery anyway.
      if (!webhook.isClaimed) webhook.dueAt = new Date();
    });
    this.sender.wake();
    return toWebhookDeliveryDto(delivery!);
  }
}
