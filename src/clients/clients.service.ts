import { EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Account } from '../accounts/account.entity.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import type { Actor } from '../http/access/actor.types.js';
import { announceChange } from '../database/changes/announce-change.js';
import { type Page, readPage } from '../http/page.js';
import { newId } from '../common/identifier.js';
import { Problem } from '../http/problems/problem.js';
import { SecretHasherService } from '../common/secrets/secret-hasher.service.js';
import { Configuration, type RateLimits } from '../config/configuration.js';
import { containing } from '../database/containing.js';
import { FeatureSet } from '../features/feature-set.js';
import { newClientSecret } from './client-secret.js';
import { Client } from './client.entity.js';
import { type ClientDto, type ClientPageQueryDto, type CreateClientDto, toClientDto } from './client.dto.js';
import type { ManagementCaller } from './management-caller.types.js';
import { givenLimits, withinCeiling } from './rate-limits.js';

@Injectable()
export class ClientsService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly secretHasher: SecretHasherService,
    private readonly configuration: Configuration,
    private readonly audit: AuditLogService,
    private readonly features: FeatureSet,
  ) {}

  get defaultLimits(): RateLimits {
    return this.configuration.defaultRateLimits;
  }

  /** The secret is in this answer only; the database holds its keyed hash. */
  async create(
    account: Account,
    { name, description, rate_limits }: CreateClientDto,
    actor: Actor,
  ): Promise<{ client: Client; secret: string }> {
    const asked = givenLimits(rate_limits ?? {});
    const isAdmin = account.role === 'admin';
    const rateLimits = isAdmin
      ? { ...this.defaultLimits, ...asked }
      : withinCeiling(asked, this.defaultLimits);
    const secret = newClientSecret();
    const now = new Date();
    const client = await this.entityManager.transactional(async (em) => {
      const owner = await this.accounts.lock(account.id);
      // It was deleted just now, and its session with it.
      if (!owner) throw new Problem('unauthenticated', { headers: { 'www-authenticate': 'Session' } });
      await this.checkCount(em, owner, now);
      const created = em.create(Client, {
        id: newId('cli'),
        account: owner,
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
        clientId: created.id,
        targetId: created.id,
        details: { name, rate_limits: rateLimits },
      });
      return created;
    });
    return { client, secret };
  }

  /** @throws Problem forbidden where a member asks for another account's. */
  list(
    account: Account,
    { account_id = account.id, query, ...page }: ClientPageQueryDto,
  ): Promise<Page<ClientDto>> {
    if (account_id !== account.id && account.role !== 'admin') {
      throw new Problem('forbidden', {
        detail: "Only administrators can list other accounts' clients.",
      });
    }
    const find = ({ before, limit }: { before?: string; limit: number }) =>
      this.entityManager.find(
        Client,
        {
          $and: [
            { account: account_id, deletedAt: null },
            before === undefined ? {} : { id: { $lt: before } },
            query === undefined ? {} : matching(query),
          ],
        },
        { orderBy: { id: 'desc' }, limit },
      );
    return readPage(page, 'cli', find, toClientDto);
  }

  /**
   * A client that the caller may see: an account's own, any for an administrator, and for a client's credentials that
   * client alone.
   * @throws Problem not_found for any other client, as for one that does not exist.
   */
  async reachable(
    { account, clientId: ownId }: ManagementCaller,
    clientId: string,
    lockMode?: LockMode,
  ): Promise<Client> {
    const isReachable = ownId === null || ownId === clientId;
    const owner = account.role === 'admin' && ownId === null ? {} : { account: account.id };
    const client = isReachable
      ? await this.entityManager.findOne(
          Client,
          { id: clientId, ...owner, deletedAt: null },
          { lockMode, refresh: true },
        )
      : null;
    if (!client) throw new Problem('not_found', { detail: `There is no client ${clientId}.` });
    return client;
  }

  /**
   * The same, for what yields a secret: nobody but the owner gets one, administrators neither.
   * @throws Problem not_found, or forbidden for an administrator.
   */
  async owned(...[caller, clientId, ...rest]: Parameters<ClientsService['reachable']>): Promise<Client> {
    const client = await this.reachable(caller, clientId, ...rest);
    if (client.account.id === caller.account.id) return client;
    throw new Problem('forbidden', { detail: 'Only the account that owns the client can get its secrets.' });
  }

  /** Those of the ids that are clients', deleted ones too, by id. */
  async byId(ids: readonly string[]): Promise<Map<string, Client>> {
    const clients = await this.entityManager.find(Client, { id: { $in: [...ids] } });
    return new Map(clients.map((client) => [client.id, client]));
  }

  /** The ids of all clients that the account has, or had. */
  async idsOf(accountId: string): Promise<string[]> {
    const clients = await this.entityManager.find(Client, { account: accountId }, { fields: ['id'] });
    return clients.map(({ id }) => id);
  }

  /** Final: all keys of the client end with it. */
  async delete(account: Account, clientId: string, actor: Actor): Promise<void> {
    await this.entityManager.transactional(async (em) => {
      const client = await this.reachable({ account, clientId: null }, clientId, LockMode.PESSIMISTIC_WRITE);
      client.deletedAt = client.updatedAt = new Date();
      this.audit.record(em, {
        action: 'client.deleted',
        actor,
        accountId: client.account.id,
        clientId,
        targetId: clientId,
        details: { name: client.name },
      });
      await announceChange(em, { kind: 'client', id: clientId });
    });
  }

  /** Clients that were deleted today still count, so that deleting does not renew a quota. */
  private async checkCount(em: EntityManager, account: Account, now: Date): Promise<void> {
    const utcDay = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
    const count = await em.count(Client, {
      account,
      $or: [{ deletedAt: null }, { deletedAt: { $gte: utcDay } }],
    });
    const { maxClientsPerAccount } = this.configuration;
    if (count >= maxClientsPerAccount) {
      throw new Problem('conflict', {
        detail: `An account can have ${maxClientsPerAccount} clients. Deleted clients count until the UTC day ends.`,
      });
    }
  }
}

function matching(query: string): FilterQuery<Client> {
  return { $or: [{ id: query }, containing('name', query)] };
}
