import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { repeatable } from '../../core/database/index.js';
import { Injectable } from '@nestjs/common';
import type { Account } from '../../accounts/index.js';
import { AuditLogService } from '../../core/audit/index.js';
import { type Actor, type Page, Problem, newId, readPage } from '../../core/http/index.js';
import { SecretSealerService } from '../../core/secrets/index.js';
import { Configuration } from '../../core/config/index.js';
import type { AuditAction } from '../../core/features/index.js';
import {
  type Organization,
  OrganizationAccessService,
  OrganizationsService,
  type Permission,
} from '../../organizations/index.js';
import { DeliveryQueueService } from './delivery/delivery-queue.service.js';
import { DisabledWebhooksService } from './delivery/disabled-webhooks.service.js';
import { newWebhookSecret } from './webhook-secret.js';
import { checkWebhookUrl } from './webhook-url.js';
import {
  type CreateWebhookDto,
  toWebhookDto,
  type UpdateWebhookDto,
  type WebhookDto,
  type WebhookPageQueryDto,
} from './webhook.dto.js';
import { Webhook } from './webhook.entity.js';

export const MOST_WEBHOOKS = 10;

@Injectable()
export class WebhooksService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly access: OrganizationAccessService,
    private readonly organizations: OrganizationsService,
    private readonly queue: DeliveryQueueService,
    private readonly disabled: DisabledWebhooksService,
    private readonly sealer: SecretSealerService,
    private readonly configuration: Configuration,
    private readonly audit: AuditLogService,
  ) {}

  /** The only response that contains the secret. */
  async create(
    account: Account,
    { url, description, event_types, organization_id }: CreateWebhookDto,
    actor: Actor,
  ): Promise<{ webhook: WebhookDto; secret: string }> {
    checkWebhookUrl(url, this.configuration.webhookAllowedNetworks);
    const organizationId =
      organization_id ?? account.confinedTo ?? (await this.organizations.personalIdOf(account.id));
    await this.access.check(account, organizationId, 'secrets.create');
    const secret = newWebhookSecret();
    const now = new Date();
    const webhook = await repeatable(this.entityManager, async (em) => {
      const organization = await this.organizations.lock(em, organizationId);
      await this.access.check(account, organizationId, 'secrets.create');
      if ((await em.count(Webhook, { organization })) >= MOST_WEBHOOKS)
        throw new Problem('conflict', { detail: `An organization can have ${MOST_WEBHOOKS} webhooks.` });
      const created = em.create(Webhook, {
        id: newId('whk'),
        organization,
        createdBy: account.id,
        url,
        description: description ?? null,
        eventTypes: event_types ?? null,
        secret: this.sealer.seal(secret),
        createdAt: now,
        updatedAt: now,
      });
      this.record(em, 'webhook.created', created, actor, { url, event_types: created.eventTypes });
      return created;
    });
    return { webhook: toWebhookDto(webhook), secret };
  }

  /**
   * Lists the webhooks of the account's organizations, newest first.
   * @throws Problem not_found for an organization that the account can't see; forbidden if its role doesn't allow it
   */
  async list(account: Account, { organization_id, ...page }: WebhookPageQueryDto): Promise<Page<WebhookDto>> {
    if (organization_id !== undefined) await this.access.check(account, organization_id, 'webhooks.read');
    const organizations =
      organization_id === undefined
        ? await this.access.organizationsWhere(account, 'webhooks.read')
        : [organization_id];
    const find = ({ before, limit }: { before?: string; limit: number }) =>
      this.entityManager.find(
        Webhook,
        { organization: { $in: organizations }, ...(before !== undefined && { id: { $lt: before } }) },
        { orderBy: { id: 'desc' }, limit, refresh: true },
      );
    return readPage(page, 'whk', find, toWebhookDto);
  }

  async update(
    account: Account,
    webhookId: string,
    { url, description, event_types, status }: UpdateWebhookDto,
    actor: Actor,
  ): Promise<WebhookDto> {
    if (url !== undefined) checkWebhookUrl(url, this.configuration.webhookAllowedNetworks);
    const changed = await this.change(account, webhookId, 'webhooks.manage', async (em, webhook) => {
      const isEnabled = status === 'enabled' && webhook.disabledReason !== null;
      const isMoved = url !== undefined && url !== webhook.url;
      if (isEnabled || isMoved) await this.queue.endClaim(em, webhookId);
      // Failures of the old endpoint say nothing about the new one.
      if (isMoved) {
        webhook.failingSince = null;
        webhook.quickOnesToGo = Math.max(webhook.quickOnesToGo, 1);
      }
      if (url !== undefined) webhook.url = url;
      if (description !== undefined) webhook.description = description;
      if (event_types !== undefined) webhook.eventTypes = event_types;
      if (status === 'enabled') webhook.disabledReason = webhook.failingSince = null;
      else if (status === 'disabled' && !webhook.disabledReason) {
        webhook.disabledReason = 'user';
        await this.disabled.giveUpWaiting(em, webhookId);
      }
      this.record(em, 'webhook.updated', webhook, actor, { url, description, event_types, status });
    });
    return toWebhookDto(changed);
  }

  /** Rotates the secret. The old one also signs until the overlap ends; any before that stops signing at once. */
  async rotate(
    account: Account,
    webhookId: string,
    overlapSeconds: number,
    actor: Actor,
  ): Promise<{ webhook: WebhookDto; secret: string }> {
    const secret = newWebhookSecret();
    const webhook = await this.change(account, webhookId, 'secrets.create', (em, rotated) => {
      rotated.previousSecret = overlapSeconds > 0 ? rotated.secret : null;
      rotated.previousSecretEndsAt =
        overlapSeconds > 0 ? new Date(Date.now() + overlapSeconds * 1_000) : null;
      rotated.secret = this.sealer.seal(secret);
      this.record(em, 'webhook.secret_rotated', rotated, actor, { overlap_seconds: overlapSeconds });
    });
    return { webhook: toWebhookDto(webhook), secret };
  }

  /** Deletes a webhook. Pending events aren't sent. */
  async delete(account: Account, webhookId: string, actor: Actor): Promise<void> {
    await this.change(account, webhookId, 'webhooks.manage', (em, webhook) => {
      this.record(em, 'webhook.deleted', webhook, actor, { url: webhook.url });
      em.remove(webhook);
    });
  }

  /**
   * Returns a webhook on which the account has the permission.
   * @throws Problem not_found if the webhook doesn't exist or the account can't see it; forbidden if it can see it, but
   * lacks the permission
   */
  async reachable(
    account: Account,
    webhookId: string,
    permission: Permission,
    lockMode?: LockMode,
  ): Promise<Webhook> {
    const find = (lock?: LockMode) =>
      this.entityManager.findOne(Webhook, { id: webhookId }, { lockMode: lock, refresh: true });
    let webhook = await find();
    if (webhook && !(await this.access.may(account, webhook.organization.id, permission))) webhook = null;
    // Only webhooks that the caller may access are locked.
    if (webhook && lockMode !== undefined) webhook = await find(lockMode);
    return webhook ?? throwMissing(webhookId);
  }

  /** Changes a webhook while it is locked. */
  async change(
    account: Account,
    webhookId: string,
    permission: Permission,
    work: (em: EntityManager, webhook: Webhook) => Promise<void> | void,
  ): Promise<Webhook> {
    return repeatable(this.entityManager, async (em) => {
      const webhook = await this.reachable(account, webhookId, permission, LockMode.PESSIMISTIC_WRITE);
      await work(em, webhook);
      webhook.updatedAt = new Date();
      return webhook;
    });
  }

  record(
    em: EntityManager,
    action: Extract<AuditAction, `webhook.${string}`>,
    { id, createdBy, organization }: Webhook,
    actor: Actor,
    details: Record<string, unknown>,
  ): void {
    const organizationId = organization.id;
    this.audit.record(em, { action, actor, accountId: createdBy, organizationId, targetId: id, details });
  }

  /** Locks the organizations' webhooks in the usual order before deleting them, to avoid deadlocks. */
  async endOf(em: EntityManager, organizations: readonly Organization[]): Promise<void> {
    await em.execute(
      `select 1 from webhooks where organization_id in (select jsonb_array_elements_text(?::jsonb))
       order by id for update`,
      [JSON.stringify(organizations.map(({ id }) => id))],
    );
    await em.nativeDelete(Webhook, { organization: { $in: organizations } });
  }
}

function throwMissing(webhookId: string): never {
  throw new Problem('not_found', { detail: `There is no webhook ${webhookId}.` });
}
