import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Account } from '../accounts/account.entity.js';
import { type Page, readPage } from '../common/http/page.js';
import { type PageQueryDto } from '../common/http/page.dto.js';
import { newId } from '../common/identifier.js';
import { Problem } from '../common/problems/problem.js';
import { randomBase62 } from '../common/secrets/base62.js';
import { SecretHasher } from '../common/secrets/secret-hasher.service.js';
import { Configuration } from '../config/configuration.js';
import { CLIENT_SCOPES } from './client-scope.types.js';
import { Client } from './client.entity.js';
import { type ClientDto, type CreateClientDto, toClientDto } from './client.dto.js';
import type { ManagementCaller } from './management-caller.types.js';
import { givenLimits, withinCeiling } from './rate-limits.js';

@Injectable()
export class ClientsService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly secretHasher: SecretHasher,
    private readonly configuration: Configuration,
  ) {}

  /** The secret is in this answer only; the database holds its keyed hash. */
  async create(
    account: Account,
    { name, description, rate_limits }: CreateClientDto,
  ): Promise<{ client: Client; secret: string }> {
    const { defaultRateLimits } = this.configuration;
    const rateLimits =
      account.role === 'admin'
        ? { ...defaultRateLimits, ...givenLimits(rate_limits ?? {}) }
        : withinCeiling(rate_limits ?? {}, defaultRateLimits);
    const secret = `wxs_${randomBase62(40)}`;
    const now = new Date();
    const client = await this.entityManager.fork().transactional(async (em) => {
      const owner = await em.findOne(
        Account,
        { id: account.id, deletedAt: null },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      // It was deleted just now, and its session with it.
      if (!owner) throw new Problem('unauthenticated', { headers: { 'www-authenticate': 'Session' } });
      await this.checkCount(em, owner, now);
      return em.create(Client, {
        id: newId('cli'),
        account: owner,
        name,
        description: description ?? null,
        secretHash: this.secretHasher.hash(secret),
        scopes: [...CLIENT_SCOPES],
        rateLimits,
        status: 'active',
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
      });
    });
    return { client, secret };
  }

  list(account: Account, page: PageQueryDto): Promise<Page<ClientDto>> {
    const em = this.entityManager.fork();
    const find = ({ before, limit }: { before?: string; limit: number }) =>
      em.find(
        Client,
        { account: account.id, deletedAt: null, ...(before !== undefined && { id: { $lt: before } }) },
        { orderBy: { id: 'desc' }, limit },
      );
    return readPage(page, 'cli', find, toClientDto);
  }

  /** @throws Problem not_found for a client that is not the account's, as for one that does not exist. */
  async get(account: Account, clientId: string): Promise<Client> {
    const client = await this.entityManager
      .fork()
      .findOne(Client, { id: clientId, account: account.id, deletedAt: null });
    if (!client) throw new Problem('not_found', { detail: `There is no client ${clientId}.` });
    return client;
  }

  /**
   * A client whose keys and usage the caller may read: an account's own, any for an administrator, and for a client's
   * credentials that client alone.
   * @throws Problem not_found for any other client, as for one that does not exist.
   */
  async reachable({ account, clientId: ownId }: ManagementCaller, clientId: string): Promise<Client> {
    const isReachable = ownId === null || ownId === clientId;
    const owner = account.role === 'admin' && ownId === null ? {} : { account: account.id };
    const client = isReachable
      ? await this.entityManager.fork().findOne(Client, { id: clientId, ...owner, deletedAt: null })
      : null;
    if (!client) throw new Problem('not_found', { detail: `There is no client ${clientId}.` });
    return client;
  }

  /** Final: all keys of the client end with it. */
  async delete(account: Account, clientId: string): Promise<void> {
    const now = new Date();
    const deleted = await this.entityManager
      .fork()
      .nativeUpdate(
        Client,
        { id: clientId, account: account.id, deletedAt: null },
        { deletedAt: now, updatedAt: now },
      );
    if (deleted === 0) throw new Problem('not_found', { detail: `There is no client ${clientId}.` });
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
        detail: `An account may have ${maxClientsPerAccount} clients; deleted ones count until the UTC day ends.`,
      });
    }
  }
}
