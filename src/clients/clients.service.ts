import { EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Account, AccountsService } from '../accounts/index.js';
import {
  type Organization,
  OrganizationAccessService,
  OrganizationsService,
  type Permission,
} from '../organizations/index.js';
import { AuditLogService } from '../core/audit/index.js';
import { type Actor, type Page, Problem, givenLimits, newId, readPage } from '../core/http/index.js';
import { announceChange, containing, repeatable } from '../core/database/index.js';
import { startOfUtcDay } from '../core/time/index.js';
import { SecretHasherService } from '../core/secrets/index.js';
import { Configuration, type RateLimits } from '../core/config/index.js';
import { FeatureSet } from '../core/features/index.js';
import { newClientSecret } from './client-secret.js';
import { ClientEventsService } from './client-events.service.js';
import { Client } from './client.entity.js';
import { type ClientDto, type ClientPageQueryDto, type CreateClientDto, toClientDto } from './client.dto.js';
import type { ManagementCaller } from './current-caller.decorator.js';
import { withinCeiling } from './rate-limits.js';

export interface ClientLimits {
  id: string;
  organizationId: string;
  limits: RateLimits;
  isDeleted: boolean;
}

@Injectable()
export class ClientsService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly organizations: OrganizationsService,
    private readonly access: OrganizationAccessService,
    private readonly secretHasher: SecretHasherService,
    private readonly configuration: Configuration,
    private readonly audit: AuditLogService,
    private readonly features: FeatureSet,
    private readonly events: ClientEventsService,
  ) {}

  get defaultLimits(): RateLimits {
    return this.configuration.defaultRateLimits;
  }

  /** The secret is only in this response; the database stores its keyed hash. */
  async create(
    account: Account,
    { name, description, rate_limits, organization_id }: CreateClientDto,
    actor: Actor,
  ): Promise<{ client: Client; secret: string }> {
    const asked = givenLimits(rate_limits ?? {});
    const isAdmin = account.role === 'admin';
    const rateLimits = isAdmin
      ? { ...this.defaultLimits, ...asked }
      : withinCeiling(asked, this.defaultLimits);
    const secret = newClientSecret();
    const now = new Date();
    const organizationId =
      organization_id ?? account.confinedTo ?? (await this.organizations.personalIdOf(account.id));
    const client = await repeatable(this.entityManager, async (em) => {
      const owner = await this.accounts.lock(account.id);
      // The account was deleted in the meantime, and its session with it.
      if (!owner) throw new Problem('unauthenticated', { headers: { 'www-authenticate': 'Session' } });
      const organization = await this.organizations.lock(em, organizationId);
      await this.access.check(account, organizationId, 'secrets.create');
      await this.checkCount(em, owner, organization, now);
      const created = em.create(Client, {
        id: newId('cli'),
        account: owner,
        organization,
        name,
        description: description ?? null,
        secretHash: this.secretHasher.hash(secret),
        scopes: this.features.defaultScopes,
        rateLimits,
        limitCeilings: isAdmin ? asked : {},
        status: 'active',
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
      });
      this.audit.record(em, {
        action: 'client.created',
        actor,
        accountId: account.id,
        organizationId,
        clientId: created.id,
        targetId: created.id,
        details: { name, rate_limits: rateLimits },
      });
      await this.events.announce(em, created, 'created');
      return created;
    });
    return { client, secret };
  }

  /**
   * Lists the clients of the account's organizations or, for an administrator, those that any account created.
   * @throws Problem forbidden if a member asks for another account's, not_found for an organization that it doesn't see
   */
  async list(
    account: Account,
    { account_id, organization_id, query, ...page }: ClientPageQueryDto,
  ): Promise<Page<ClientDto>> {
    const isOthers = account_id !== undefined && account_id !== account.id;
    if (isOthers && account.role !== 'admin') {
      throw new Problem('forbidden', {
        detail: "Only administrators can list other accounts' clients.",
      });
    }
    if (organization_id !== undefined) await this.access.check(account, organization_id, 'clients.read');
    const own = isOthers
      ? {}
      : { organization: { $in: await this.access.organizationsWhere(account, 'clients.read') } };
    const find = ({ before, limit }: { before?: string; limit: number }) =>
      this.entityManager.find(
        Client,
        {
          $and: [
            { deletedAt: null, ...(account_id !== undefined && { account: account_id }) },
            organization_id === undefined ? own : { organization: organization_id },
            before === undefined ? {} : { id: { $lt: before } },
            query === undefined ? {} : matching(query),
          ],
        },
        { orderBy: { id: 'desc' }, limit },
      );
    return readPage(page, 'cli', find, toClientDto);
  }

  /**
   * Returns a client for which the caller has the permission: as a member of its organization, as an administrator for
   * any client, or with a client's credentials for that client alone.
   * @throws Problem not_found if there is no such client or the caller can't see it; forbidden if the caller can see
   * it, but lacks the permission
   */
  async reachable(
    { account, clientId: ownId }: ManagementCaller,
    clientId: string,
    permission: Permission,
    lockMode?: LockMode,
  ): Promise<Client> {
    const find = (lock?: LockMode) =>
      this.entityManager.findOne(
        Client,
        { id: clientId, deletedAt: null },
        { lockMode: lock, refresh: true },
      );
    let client = ownId === null || ownId === clientId ? await find() : null;
    if (client && ownId === null && !(await this.access.may(account, client.organization.id, permission)))
      client = null;
    // Only locks what the caller can see.
    if (client && lockMode !== undefined) client = await find(lockMode);
    if (!client) throw new Problem('not_found', { detail: `There is no client ${clientId}.` });
    return client;
  }

  /** Returns the clients with these ids, including deleted ones, by id. */
  async byId(ids: readonly string[]): Promise<Map<string, Client>> {
    const clients = await this.entityManager.find(Client, { id: { $in: [...ids] } });
    return new Map(clients.map((client) => [client.id, client]));
  }

  /**
   * Returns the limits of the clients with these ids, including deleted ones. Uses no entities: there may be very many.
   */
  limitsOf(ids: readonly string[]): Promise<ClientLimits[]> {
    return this.entityManager.execute<ClientLimits[]>(
      `select id, organization_id as "organizationId", rate_limits as limits, deleted_at is not null as "isDeleted"
       from clients where id in (select jsonb_array_elements_text(?::jsonb))`,
      [JSON.stringify(ids)],
    );
  }

  /** Returns the ids of all current and former clients of the organizations. */
  async idsOf(organizationIds: readonly string[]): Promise<string[]> {
    const clients = await this.entityManager.find(
      Client,
      { organization: { $in: organizationIds } },
      { fields: ['id'] },
    );
    return clients.map(({ id }) => id);
  }

  /**
   * Returns the clients that the account created, and those of its organizations in which it has the permission,
   * including deleted ones.
   */
  async within(
    account: Pick<Account, 'id' | 'confinedTo'>,
    permission: Permission,
  ): Promise<{ id: string; isCreator: boolean; isMember: boolean }[]> {
    const organizations = await this.access.organizationsWhere(account, permission);
    const clients = await this.entityManager.find(
      Client,
      { $or: [{ account: account.id }, { organization: { $in: organizations } }] },
      { fields: ['id', 'account', 'organization'] },
    );
    return clients.map(({ id, account: creator, organization }) => ({
      id,
      isCreator: creator.id === account.id,
      isMember: organizations.includes(organization.id),
    }));
  }

  /** Irreversible. All keys of the client end with it. */
  async delete(account: Account, clientId: string, actor: Actor): Promise<void> {
    await repeatable(this.entityManager, async (em) => {
      const client = await this.reachable(
        { account, clientId: null },
        clientId,
        'clients.manage',
        LockMode.PESSIMISTIC_WRITE,
      );
      client.deletedAt = client.updatedAt = new Date();
      this.audit.record(em, {
        action: 'client.deleted',
        actor,
        accountId: client.account.id,
        organizationId: client.organization.id,
        clientId,
        targetId: clientId,
        details: { name: client.name },
      });
      await this.events.announce(em, client, 'deleted');
      await announceChange(em, { kind: 'client', id: clientId });
    });
  }

  /** Clients deleted today still count, so that deleting them doesn't restore the quota. */
  private async checkCount(
    em: EntityManager,
    account: Account,
    organization: Organization,
    now: Date,
  ): Promise<void> {
    const { maxClientsPerAccount } = this.configuration;
    const $or = [{ deletedAt: null }, { deletedAt: { $gte: startOfUtcDay(now) } }];
    for (const [holder, owner] of [
      ['An account', { account }],
      ['An organization', { organization }],
    ] as const)
      if ((await em.count(Client, { ...owner, $or })) >= maxClientsPerAccount) {
        throw new Problem('conflict', {
          detail: `${holder} can have ${maxClientsPerAccount} clients. Deleted clients count until the UTC day ends.`,
        });
      }
  }
}

function matching(query: string): FilterQuery<Client> {
  return { $or: [{ id: query }, containing('name', query)] };
}
