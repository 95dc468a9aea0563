import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Account } from '../accounts/index.js';
import { AuditLogService } from '../core/audit/index.js';
import { ClientEventsService, ClientsService, type ManagementCaller } from '../clients/index.js';
import { type Actor, type Page, type PageQueryDto, Problem, readPage } from '../core/http/index.js';
import { announceChange, repeatable } from '../core/database/index.js';
import { parseInstant } from '../core/time/index.js';
import type { Permission } from '../organizations/index.js';
import { FeatureSet } from '../core/features/index.js';
import { type ApiKeyDto, type ApiKeyPageQueryDto, toApiKeyDto, type UpdateApiKeyDto } from './api-key.dto.js';
import { ApiKey } from './api-key.entity.js';
import { scopesWithin } from './key-scopes.js';
import { clientIdOfTokens } from './key-state.js';
import { listedKeys } from './listed-keys.js';

/** Lists, changes and revokes keys. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly clients: ClientsService,
    private readonly audit: AuditLogService,
    private readonly features: FeatureSet,
    private readonly events: ClientEventsService,
  ) {}

  async list(caller: ManagementCaller, clientId: string, page: ApiKeyPageQueryDto): Promise<Page<ApiKeyDto>> {
    const client = await this.clients.reachable(caller, clientId, 'keys.read');
    const listed = listedKeys(page.status, new Date());
    const find = ({ before, limit }: { before?: string; limit: number }) =>
      this.entityManager.find(
        ApiKey,
        { $and: [{ client: client.id }, listed, before === undefined ? {} : { id: { $lt: before } }] },
        { orderBy: { id: 'desc' }, limit },
      );
    return readPage(page, 'key', find, toApiKeyDto);
  }

  /** Lists the keys of the clients that the account created, where its role allows it. */
  async listOf(account: Account, page: PageQueryDto): Promise<Page<ApiKeyDto>> {
    const clients = await this.clients.within(account, 'keys.read');
    const own = clients.filter(({ isCreator, isMember }) => isCreator && isMember).map(({ id }) => id);
    const find = ({ before, limit }: { before?: string; limit: number }) =>
      this.entityManager.find(
        ApiKey,
        {
          $and: [
            { client: { $in: own } },
            listedKeys(undefined, new Date()),
            before === undefined ? {} : { id: { $lt: before } },
          ],
        },
        { orderBy: { id: 'desc' }, limit, populate: ['client'] },
      );
    return readPage(page, 'key', find, toApiKeyDto);
  }

  /** @throws Problem not_found if the caller's client has no such key */
  async get(caller: ManagementCaller, clientId: string, keyId: string): Promise<ApiKey> {
    return this.find(caller, clientId, keyId, 'keys.read');
  }

  /** @throws Problem forbidden for a scope that the client lacks, conflict if the key has ended */
  update(
    caller: ManagementCaller,
    clientId: string,
    keyId: string,
    asked: UpdateApiKeyDto,
    actor: Actor,
  ): Promise<ApiKey> {
    return repeatable(this.entityManager, async (em) => {
      const apiKey = await this.find(caller, clientId, keyId, 'keys.manage', LockMode.PESSIMISTIC_WRITE);
      const status = apiKey.statusAt(new Date());
      if (status === 'expired' || status === 'revoked') {
        throw new Problem('conflict', { detail: `The API key is ${status} and can't be changed.` });
      }
      if (asked.name !== undefined) apiKey.name = asked.name;
      if (asked.scopes)
        apiKey.scopes = scopesWithin(this.features.scopesOf('key'), apiKey.client.scopes, asked.scopes);
      if (asked.allowed_ips !== undefined) apiKey.allowedIps = asked.allowed_ips ?? [];
      if (asked.expires_at !== undefined)
        apiKey.expiresAt = asked.expires_at === null ? null : parseInstant(asked.expires_at)!;
      const given = Object.entries(asked).filter(([, value]) => value !== undefined);
      await this.record(em, apiKey, 'updated', actor, Object.fromEntries(given));
      await announceChange(em, { kind: 'api_key', id: keyId });
      return apiKey;
    });
  }

  /** Irreversible and idempotent. */
  revoke(caller: ManagementCaller, clientId: string, keyId: string, actor: Actor): Promise<void> {
    return repeatable(this.entityManager, async (em) => {
      const apiKey = await this.find(caller, clientId, keyId, 'keys.manage', LockMode.PESSIMISTIC_WRITE);
      const now = new Date();
      if (apiKey.statusAt(now) === 'revoked') return;
      apiKey.revoke(now, now);
      await this.record(em, apiKey, 'revoked', actor, { name: apiKey.name });
      await announceChange(em, { kind: 'api_key', id: keyId });
    });
  }

  /**
   * Returns the client of a key, even if it has ended. Any other id can only stand for a client's access tokens; that
   * client may not exist.
   */
  async clientIdOf(keyId: string): Promise<string> {
    const apiKey = await this.entityManager.findOne(ApiKey, keyId);
    return apiKey?.client.id ?? clientIdOfTokens(keyId);
  }

  /** Returns the keys with these ids, including ended ones, by id. */
  async byId(ids: readonly string[]): Promise<Map<string, ApiKey>> {
    const apiKeys = await this.entityManager.find(ApiKey, { id: { $in: [...ids] } });
    return new Map(apiKeys.map((apiKey) => [apiKey.id, apiKey]));
  }

  private async find(
    caller: ManagementCaller,
    clientId: string,
    keyId: string,
    permission: Permission,
    lockMode?: LockMode,
  ): Promise<ApiKey> {
    const client = await this.clients.reachable(caller, clientId, permission);
    const apiKey = await this.entityManager.findOne(
      ApiKey,
      { id: keyId, client, isEphemeral: false },
      { lockMode, refresh: true },
    );
    if (!apiKey) throw new Problem('not_found', { detail: `There is no API key ${keyId}.` });
    return apiKey;
  }

  /** Audits and announces a change of the key. */
  record(
    em: EntityManager,
    { id, client }: ApiKey,
    change: 'created' | 'updated' | 'rotated' | 'revoked',
    actor: Actor,
    details: Record<string, unknown>,
  ): Promise<void> {
    this.audit.record(em, {
      action: `api_key.${change}`,
      actor,
      accountId: client.account.id,
      organizationId: client.organization.id,
      clientId: client.id,
      targetId: id,
      details,
    });
    return this.events.announce(em, client, `api_key_${change}`, id);
  }
}
