import { EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Client } from '../clients/client.entity.js';
import { ClientsService } from '../clients/clients.service.js';
import type { ManagementCaller } from '../clients/management-caller.types.js';
import { type Page, readPage } from '../common/http/page.js';
import { newId } from '../common/identifier.js';
import { parseInstant } from '../common/instant.js';
import { Problem } from '../common/problems/problem.js';
import { SecretHasher } from '../common/secrets/secret-hasher.service.js';
import { Configuration } from '../config/configuration.js';
import { type ApiKeyDto, type ApiKeyPageQueryDto, type CreateApiKeyDto, toApiKeyDto } from './api-key.dto.js';
import { ApiKey, type ApiKeyStatus } from './api-key.entity.js';
import { generateKey, START_LENGTH } from './key-format.js';
import { KEY_SCOPES, type KeyScope } from './key-scope.types.js';

const ENDED_KEYS_LISTED_MS = 90 * 86_400_000;

@Injectable()
export class ApiKeysService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly clients: ClientsService,
    private readonly secretHasher: SecretHasher,
    private readonly configuration: Configuration,
  ) {}

  /** The key is in this answer only; the database holds its keyed hash. */
  async create(
    caller: ManagementCaller,
    clientId: string,
    wanted: CreateApiKeyDto,
  ): Promise<{ apiKey: ApiKey; key: string }> {
    const { scopes: clientScopes } = await this.clients.reachable(caller, clientId);
    const scopes = scopesWithin(clientScopes, wanted.scopes);
    const key = generateKey();
    const now = new Date();
    const apiKey = await this.entityManager.fork().transactional(async (em) => {
      const client = await em.findOne(
        Client,
        { id: clientId, deletedAt: null },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      // It was deleted just now.
      if (!client) throw new Problem('not_found', { detail: `There is no client ${clientId}.` });
      await this.checkCount(em, client, now);
      return em.create(ApiKey, {
        id: newId('key'),
        client,
        name: wanted.name,
        start: key.slice(0, START_LENGTH),
        keyHash: this.secretHasher.hash(key),
        scopes,
        allowedIps: wanted.allowed_ips ?? [],
        expiresAt: wanted.expires_at === undefined ? null : parseInstant(wanted.expires_at),
        lastUsedAt: null,
        revokedAt: null,
        createdAt: now,
      });
    });
    return { apiKey, key };
  }

  /** Ended keys stay listed for 90 days. */
  async list(caller: ManagementCaller, clientId: string, page: ApiKeyPageQueryDto): Promise<Page<ApiKeyDto>> {
    const client = await this.clients.reachable(caller, clientId);
    const em = this.entityManager.fork();
    const listed = withStatus(page.status, new Date());
    const find = ({ before, limit }: { before?: string; limit: number }) =>
      em.find(
        ApiKey,
        { $and: [{ client: client.id }, listed, before === undefined ? {} : { id: { $lt: before } }] },
        { orderBy: { id: 'desc' }, limit },
      );
    return readPage(page, 'key', find, toApiKeyDto);
  }

  /** Final, and done once: revoking a revoked key changes nothing. */
  async revoke(caller: ManagementCaller, clientId: string, keyId: string): Promise<void> {
    const client = await this.clients.reachable(caller, clientId);
    const em = this.entityManager.fork();
    const apiKey = await em.findOne(ApiKey, { id: keyId, client: client.id });
    if (!apiKey) throw new Problem('not_found', { detail: `There is no API key ${keyId}.` });
    apiKey.revokedAt ??= new Date();
    await em.flush();
  }

  private async checkCount(em: EntityManager, client: Client, now: Date): Promise<void> {
    const count = await em.count(ApiKey, { $and: [{ client: client.id }, withStatus('active', now)] });
    const { maxKeysPerClient } = this.configuration;
    if (count >= maxKeysPerClient) {
      throw new Problem('conflict', {
        detail: `A client may have ${maxKeysPerClient} keys. Revoke one that is not in use.`,
      });
    }
  }
}

function scopesWithin(clientScopes: readonly string[], wanted: KeyScope[] | undefined): KeyScope[] {
  const possible = KEY_SCOPES.filter((scope) => clientScopes.includes(scope));
  const beyond = wanted?.find((scope) => !possible.includes(scope));
  if (beyond !== undefined)
    throw new Problem('forbidden', { detail: `The client itself lacks the scope ${beyond}.` });
  return wanted ?? possible;
}

function withStatus(status: ApiKeyStatus | undefined, now: Date): FilterQuery<ApiKey> {
  const earliestEnd = new Date(now.getTime() - ENDED_KEYS_LISTED_MS);
  switch (status) {
    case 'active':
      return { revokedAt: null, $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] };
    case 'revoked':
      return { revokedAt: { $gt: earliestEnd } };
    case 'expired':
      return { revokedAt: null, expiresAt: { $lte: now, $gt: earliestEnd } };
    default:
      return { $or: (['active', 'revoked', 'expired'] as const).map((each) => withStatus(each, now)) };
  }
}
