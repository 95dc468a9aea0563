import { EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { repeatable } from '../../core/database/index.js';
import { Injectable } from '@nestjs/common';
import type { Account } from '../../accounts/index.js';
import { AuditLogService } from '../../core/audit/index.js';
import { type Client, ClientsService } from '../../clients/index.js';
import { type Actor, type Page, type PageQueryDto, Problem, newId, readPage } from '../../core/http/index.js';
import { Configuration } from '../../core/config/index.js';
import { EventsService } from '../../core/events/index.js';
import {
  OrganizationAccessService,
  OrganizationsService,
  type Permission,
} from '../../organizations/index.js';
import { locationOf, reachOf } from './alert-settings.js';
import { clearedAnnouncement } from './evaluation/alert-announcement.js';
import { type ForecastAlertDto, toForecastAlertDto } from './forecast-alert.dto.js';
import { ForecastAlert } from './forecast-alert.entity.js';
import type {
  CreateForecastAlertDto,
  ForecastAlertPageQueryDto,
  UpdateForecastAlertDto,
} from './forecast-alert-input.dto.js';

/** State before any evaluation. */
const UNEVALUATED = { state: 'pending', evaluation: null, error: null, checkedPosition: 0 } as const;

/** Manages alerts for those who manage their clients. */
@Injectable()
export class ForecastAlertsService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly clients: ClientsService,
    private readonly organizations: OrganizationsService,
    private readonly access: OrganizationAccessService,
    private readonly configuration: Configuration,
    private readonly audit: AuditLogService,
    private readonly events: EventsService,
  ) {}

  /** @throws Problem invalid_parameter; not_found; forbidden; conflict if the organization has reached its limit */
  create(account: Account, asked: CreateForecastAlertDto, actor: Actor): Promise<ForecastAlert> {
    const { client_id, name, field, comparison, value, lead_hours } = asked;
    const location = locationOf(asked);
    if (!location) {
      const detail = 'lat and lon, or place, must be given.';
      throw new Problem('invalid_parameter', { errors: [{ pointer: '/lat', detail }] });
    }
    const { model = null, units = 'metric', hysteresis = 0, enabled = true } = asked;
    const reach = reachOf(model, lead_hours, this.configuration);
    return repeatable(this.entityManager, async (em) => {
      const client = await this.clients.reachable({ account, clientId: null }, client_id, 'alerts.manage');
      await this.checkCount(em, client.organization.id);
      const now = new Date();
      const alert = em.create(
        ForecastAlert,
        {
          id: newId('fal'),
          client,
          name,
          field,
          comparison,
          value,
          units,
          hysteresis,
          ...location,
          ...reach,
          isEnabled: enabled,
          ...UNEVALUATED,
          announcedRun: null,
          createdAt: now,
          updatedAt: now,
        },
        { persist: true },
      );
      this.record(em, alert, 'created', actor, { name });
      return alert;
    });
  }

  /** @throws Problem not_found for a client or an organization that the account can't see */
  async list(
    account: Account,
    { client_id, organization_id, ...page }: ForecastAlertPageQueryDto,
  ): Promise<Page<ForecastAlertDto>> {
    const caller = { account, clientId: null };
    const organizations = [organization_id].filter((id) => id !== undefined);
    for (const id of organizations) await this.access.check(account, id, 'alerts.read');
    if (client_id !== undefined) await this.clients.reachable(caller, client_id, 'alerts.read');
    else if (organizations.length === 0)
      organizations.push(...(await this.access.organizationsWhere(account, 'alerts.read')));
    return this.page(page, {
      ...(client_id !== undefined && { id: client_id }),
      ...(organizations.length > 0 && { organization: { $in: organizations } }),
    });
  }

  /** Lists the alerts of the clients that the account created and can still see: they stay when it leaves. */
  async listOf(account: Account, page: PageQueryDto): Promise<Page<ForecastAlertDto>> {
    return this.page(page, {
      account: account.id,
      organization: { $in: await this.access.organizationsWhere(account, 'alerts.read') },
    });
  }

  /** @throws Problem not_found if the alert doesn't exist or the account can't see it; forbidden */
  async find(
    account: Account,
    id: string,
    permission: Permission = 'alerts.read',
    lockMode?: LockMode,
  ): Promise<ForecastAlert> {
    const where = { id, client: { deletedAt: null } };
    const options = { populate: ['client'], refresh: true } as const;
    let alert = await this.entityManager.findOne(ForecastAlert, where, options);
    if (alert && !(await this.access.may(account, alert.client.organization.id, permission))) alert = null;
    // Only alerts that the caller may access are locked.
    if (alert && lockMode !== undefined)
      alert = await this.entityManager.findOne(ForecastAlert, { id }, { lockMode, refresh: true });
    if (!alert) throw new Problem('not_found', { detail: `There is no alert ${id}.` });
    return alert;
  }

  /**
   * Updates an alert. If its condition changes, a raised alert is cleared and the alert is evaluated again, but only
   * with the next run if the current one has already been announced.
   */
  update(account: Account, id: string, asked: UpdateForecastAlertDto, actor: Actor): Promise<ForecastAlert> {
    const location = locationOf(asked);
    const { name, enabled, lead_hours, field, comparison, value, units, hysteresis, model } = asked;
    const condition = given({
      ...{ field, comparison, value, units, hysteresis, model, isEnabled: enabled, ...location },
      ...{ leadFrom: lead_hours?.from, leadTo: lead_hours?.to },
    });
    return repeatable(this.entityManager, async (em) => {
      const alert = await this.find(account, id, 'alerts.manage', LockMode.PESSIMISTIC_WRITE);
      const isOther = Object.entries(condition).some(
        ([name, value]) => alert[name as keyof ForecastAlert] !== value,
      );
      if (isOther) await this.end(em, alert, enabled === false ? 'disabled' : 'changed');
      em.assign(alert, { ...condition, ...given({ name }), updatedAt: new Date() });
      if (isOther) em.assign(alert, UNEVALUATED);
      // The model may no longer be available, which must not prevent disabling the alert.
      if (model !== undefined || lead_hours !== undefined)
        em.assign(
          alert,
          reachOf(alert.model ?? null, { from: alert.leadFrom, to: alert.leadTo }, this.configuration),
        );
      this.record(em, alert, 'updated', actor, given({ ...asked }));
      return alert;
    });
  }

  async delete(account: Account, id: string, actor: Actor): Promise<void> {
    await repeatable(this.entityManager, async (em) => {
      const alert = await this.find(account, id, 'alerts.manage', LockMode.PESSIMISTIC_WRITE);
      await this.end(em, alert, 'deleted');
      em.remove(alert);
      this.record(em, alert, 'deleted', actor, { name: alert.name });
    });
  }

  /** Announces the end of a raised alert to its subscribers, who would otherwise not hear of it. */
  private async end(
    em: EntityManager,
    alert: ForecastAlert,
    reason: 'changed' | 'disabled' | 'deleted',
  ): Promise<void> {
    if (alert.state === 'raised') await this.events.announce(em, clearedAnnouncement(alert, reason));
  }

  private page(page: PageQueryDto, client: FilterQuery<Client>): Promise<Page<ForecastAlertDto>> {
    const find = ({ before, limit }: { before?: string; limit: number }) =>
      this.entityManager.find(
        ForecastAlert,
        {
          $and: [
            { client: { $and: [{ deletedAt: null }, client] } },
            before === undefined ? {} : { id: { $lt: before } },
          ],
        },
        { orderBy: { id: 'desc' }, limit, populate: ['client'] },
      );
    return readPage(page, 'fal', find, toForecastAlertDto);
  }

  /** Locks the organization, so that concurrent requests can't both take the last place. */
  private async checkCount(em: EntityManager, organizationId: string): Promise<void> {
    await this.organizations.lock(em, organizationId);
    const { maxAlertsPerOrganization } = this.configuration;
    const count = await em.count(ForecastAlert, {
      client: { organization: organizationId, deletedAt: null },
    });
    if (count < maxAlertsPerOrganization) return;
    throw new Problem('conflict', {
      detail: `An organization can have ${maxAlertsPerOrganization} alerts. Delete one that you no longer need.`,
    });
  }

  private record(
    em: EntityManager,
    { id, client }: ForecastAlert,
    change: 'created' | 'updated' | 'deleted',
    actor: Actor,
    details: Record<string, unknown>,
  ): void {
    this.audit.record(em, {
      action: `forecast_alert.${change}`,
      actor,
      accountId: client.account.id,
      organizationId: client.organization.id,
      clientId: client.id,
      targetId: id,
      details,
    });
  }
}

/** Returns the members that are defined. */
function given<T extends object>(members: T): Partial<T> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
}
