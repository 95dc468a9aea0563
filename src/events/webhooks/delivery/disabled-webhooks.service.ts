import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AuditLogService, BY_ITSELF } from '../../../core/audit/index.js';
import type { DisabledReason } from '../webhook.entity.js';
import { WebhookMailsService } from './webhook-mails.service.js';

/** Per webhook. */
const MOST_WAITING = 10_000;

interface DisabledWebhook {
  createdBy: string;
  organizationId: string;
  url: string;
}

/** Disables webhooks, and ends their pending deliveries. */
@Injectable()
export class DisabledWebhooksService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly audit: AuditLogService,
    private readonly mails: WebhookMailsService,
  ) {}

  /** Disables a webhook on the service's initiative, and notifies its owners. The webhook must be locked. */
  async disable(
    em: EntityManager,
    webhookId: string,
    reason: Exclude<DisabledReason, 'user'>,
  ): Promise<void> {
    const [webhook] = await em.execute<(DisabledWebhook | undefined)[]>(
      `update webhooks set disabled_reason = ?, updated_at = now() where id = ? and disabled_reason is null
       returning created_by as "createdBy", organization_id as "organizationId", url`,
      [reason, webhookId],
    );
    if (!webhook) return;
    await this.giveUpWaiting(em, webhookId);
    const { createdBy: accountId, organizationId, url } = webhook;
    this.audit.record(em, {
      action: 'webhook.disabled',
      actor: BY_ITSELF,
      accountId,
      organizationId,
      targetId: webhookId,
      details: { url, reason },
    });
    await this.mails.queue(em, organizationId, webhookId, reason);
    await em.flush();
  }

  /**
   * Ends the pending deliveries of a disabled webhook, so that enabling it doesn't send them. Invalidates an attempt in
   * flight.
   */
  async giveUpWaiting(em: EntityManager, webhookId: string): Promise<void> {
    await em.execute(
      `update webhook_deliveries set status = case when was_delivered then 'delivered' else 'failed' end, ended_at = now(), next_attempt_at = null, is_by_hand = false,
         error = 'The webhook was disabled.' where webhook_id = ? and status = 'pending'`,
      [webhookId],
    );
    await em.execute(
      'update webhooks set due_at = null, is_claimed = false, claims = claims + 1 where id = ?',
      [webhookId],
    );
  }

  /** Disables webhooks with more pending events than can be kept. */
  async disableOverfull(): Promise<void> {
    const overfull = await this.entityManager.execute<{ id: string }[]>(
      `select webhook_id as id from webhook_deliveries where status = 'pending' group by webhook_id having count(*) > ?`,
      [MOST_WAITING],
    );
    for (const { id } of overfull)
      await this.entityManager.transactional(async (em) => {
        await em.execute('select 1 from webhooks where id = ? for no key update', [id]);
        await this.disable(em, id, 'backlog');
      });
  }
}
