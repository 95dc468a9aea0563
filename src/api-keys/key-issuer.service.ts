import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Client, ClientsService, type ManagementCaller } from '../clients/index.js';
import { type Actor, Problem, newId } from '../core/http/index.js';
import { announceChange, deleteUnlocked, repeatable } from '../core/database/index.js';
import { MINUTE_MS, parseInstant } from '../core/time/index.js';
import { SecretHasherService } from '../core/secrets/index.js';
import { Configuration } from '../core/config/index.js';
import type { Permission } from '../organizations/index.js';
import { FeatureSet, type ScopeName } from '../core/features/index.js';
import { type CreateApiKeyDto } from './api-key.dto.js';
import { ApiKey } from './api-key.entity.js';
import { ApiKeysService } from './api-keys.service.js';
import { generateKey, START_LENGTH } from './key-format.js';
import { scopesWithin } from './key-scopes.js';
import { listedKeys } from './listed-keys.js';

/** Per client; they stay listed for 90 days. A key can still be rotated, since a leaked one must be replaceable. */
const MOST_ENDED_KEYS = 5_000;
const EPHEMERAL_MS = 15 * MINUTE_MS;

/** A key, which is only in one response, and what is stored of it. */
export interface IssuedKey {
  apiKey: ApiKey;
  key: string;
}

/** Creates and rotates keys. */
@Injectable()
export class KeyIssuerService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly clients: ClientsService,
    private readonly secretHasher: SecretHasherService,
    private readonly configuration: Configuration,
    private readonly apiKeys: ApiKeysService,
    private readonly features: FeatureSet,
  ) {}

  /** @throws Problem forbidden for a scope that the client lacks, conflict if it has the maximum number of keys */
  create(
    caller: ManagementCaller,
    clientId: string,
    wanted: CreateApiKeyDto,
    actor: Actor,
  ): Promise<IssuedKey> {
    return this.withClient(caller, clientId, 'secrets.create', async (em, client, now) => {
      await this.checkCount(em, client, 'active', now);
      await this.checkEndedCount(em, client, now);
      const issued = this.issue(em, client, now, {
        name: wanted.name!,
        scopes: this.scopesWithin(client, wanted.scopes),
        allowedIps: wanted.allowed_ips ?? [],
        expiresAt: wanted.expires_at ? parseInstant(wanted.expires_at) : null,
      });
      await this.apiKeys.record(em, issued.apiKey, 'created', actor, {
        name: issued.apiKey.name,
        scopes: issued.apiKey.scopes,
      });
      return issued;
    });
  }

  /** For a page that a person views: requires a session, not a client's own credentials or an account's token. */
  createEphemeral(
    caller: ManagementCaller,
    clientId: string,
    { name, ...others }: CreateApiKeyDto,
    { sessionId }: Actor,
  ): Promise<IssuedKey> {
    if (sessionId === undefined)
      throw new Problem('forbidden', { detail: 'Only a session can create ephemeral keys.' });
    const errors = (['scopes', 'expires_at', 'allowed_ips'] as const)
      .filter((member) => others[member] !== undefined)
      .map((member) => ({ pointer: `/${member}`, detail: `An ephemeral key can't have its own ${member}.` }));
    if (errors.length > 0) throw new Problem('invalid_parameter', { errors });
    return this.withClient(caller, clientId, 'forecasts.try', async (em, client, now) => {
      // Otherwise, expired keys would stay until the next sweep, however many a page creates.
      await deleteUnlocked(em, ApiKey, { client: client.id, isEphemeral: true, expiresAt: { $lte: now } });
      await this.checkEphemeralCount(em, client);
      // Not audited: pages create these keys automatically, and usage shows what was done with them.
      return this.issue(em, client, now, {
        name: name ?? 'Ephemeral key',
        scopes: this.scopesWithin(client, ['forecast:read']),
        allowedIps: [],
        expiresAt: new Date(now.getTime() + EPHEMERAL_MS),
        isEphemeral: true,
      });
    });
  }

  /**
   * Creates a key with the old one's name, scopes, addresses and expiry. The old one works until the overlap ends.
   * @throws Problem conflict if the old key is no longer active, such as when it was already rotated
   */
  rotate(
    caller: ManagementCaller,
    clientId: string,
    keyId: string,
    overlapSeconds: number,
    actor: Actor,
  ): Promise<IssuedKey> {
    return this.withClient(caller, clientId, 'secrets.create', async (em, client, now) => {
      const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true };
      const old = await em.findOne(ApiKey, { id: keyId, client, isEphemeral: false }, lock);
      if (!old) throw new Problem('not_found', { detail: `There is no API key ${keyId}.` });
      const status = old.statusAt(now);
      if (status !== 'active')
        throw new Problem('conflict', {
          detail: `The API key is ${status}. Only active keys can be rotated.`,
        });
      if (overlapSeconds > 0) await this.checkCount(em, client, 'rotating', now);
      const { name, scopes, allowedIps, expiresAt } = old;
      const issued = this.issue(em, client, now, { name, scopes, allowedIps, expiresAt, rotatedFrom: keyId });
      old.revoke(new Date(now.getTime() + overlapSeconds * 1000), now);
      const details = { rotated_from: keyId, overlap_seconds: overlapSeconds };
      await this.apiKeys.record(em, issued.apiKey, 'rotated', actor, details);
      await announceChange(em, { kind: 'api_key', id: keyId });
      return issued;
    });
  }

  private scopesWithin({ scopes }: Client, wanted?: ScopeName[] | null): ScopeName[] {
    return scopesWithin(this.features.scopesOf('key'), scopes, wanted);
  }

  /** Locks the client's row, so that its keys are created one after the other. */
  private withClient<T>(
    caller: ManagementCaller,
    clientId: string,
    permission: Permission,
    work: (em: EntityManager, client: Client, now: Date) => Promise<T>,
  ): Promise<T> {
    return repeatable(this.entityManager, async (em) => {
      const client = await this.clients.reachable(caller, clientId, permission, LockMode.PESSIMISTIC_WRITE);
      return work(em, client, new Date());
    });
  }

  private issue(
    em: EntityManager,
    client: Client,
    now: Date,
    given: Pick<ApiKey, 'name' | 'scopes' | 'allowedIps'> &
      Partial<Pick<ApiKey, 'expiresAt' | 'rotatedFrom' | 'isEphemeral'>>,
  ): IssuedKey {
    const key = generateKey();
    const apiKey = em.create(ApiKey, {
      id: newId('key'),
      client,
      start: key.slice(0, START_LENGTH),
      keyHash: this.secretHasher.hash(key),
      createdAt: now,
      isEphemeral: false,
      ...given,
    });
    return { apiKey, key };
  }

  private async checkCount(em: EntityManager, client: Client, status: 'active' | 'rotating', now: Date) {
    const { maxKeysPerClient } = this.configuration;
    const count = await em.count(ApiKey, { $and: [{ client: client.id }, listedKeys(status, now)] });
    if (count >= maxKeysPerClient) {
      throw new Problem('conflict', {
        detail: `A client can have ${maxKeysPerClient} ${status} keys. Revoke one that isn't in use.`,
      });
    }
  }

  private async checkEndedCount(em: EntityManager, client: Client, now: Date): Promise<void> {
    const isEnded = { $or: [{ revokedAt: { $lte: now } }, { expiresAt: { $lte: now } }] };
    if ((await em.count(ApiKey, { client: client.id, isEphemeral: false, ...isEnded })) < MOST_ENDED_KEYS)
      return;
    throw new Problem('conflict', {
      detail: `${MOST_ENDED_KEYS} keys of the client have ended in the last 90 days. Create fewer keys, or another client.`,
    });
  }

  private async checkEphemeralCount(em: EntityManager, client: Client): Promise<void> {
    const { maxKeysPerClient } = this.configuration;
    if ((await em.count(ApiKey, { client: client.id, isEphemeral: true })) < maxKeysPerClient) return;
    throw new Problem('conflict', {
      detail: `A client can have ${maxKeysPerClient} ephemeral keys. The oldest expire within 15 minutes.`,
    });
  }
}
