import { hash } from 'node:crypto';
import { EntityManager, type FilterQuery, RequestContext } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  type AccessToken,
  AccessTokensService,
  ClientOwnersService,
  isAccessTokenShaped,
} from '../clients/index.js';
import { ChangeFeedService } from '../core/database/index.js';
import { LimitPolicyService } from '../organizations/index.js';
import { SecretHasherService } from '../core/secrets/index.js';
import { ApiKey } from './api-key.entity.js';
import { isWellFormedKey, KEY_LENGTH } from './key-format.js';
import { KeyRefusal } from './refusals/key-refusal.js';
import { clientIdOfTokens, judgeKey, type KeyState, keyStateOf, tokenStateOf } from './key-state.js';
import type { Principal } from './principal.js';
import { type CredentialKind, readRequestCredential } from './strategies/request-key.js';
import { VerifiedKeyCache } from './verified-key-cache.js';

export { STALE_MS } from './verified-key-cache.js';

/**
 * The only path on which keys and access tokens are verified: by the cache, or else by shape and checksum, keyed hash
 * and look-up; then by status and expiry. The cache is keyed by SHA-256, which is five times as fast as the keyed hash,
 * so that no key in use stays in the process's memory in plain text.
 */
@Injectable()
export class ApiKeyVerifierService {
  private readonly cache: VerifiedKeyCache;
  private hits = 0;
  private misses = 0;
  private malformed = 0;

  constructor(
    private readonly entityManager: EntityManager,
    private readonly secretHasher: SecretHasherService,
    private readonly tokens: AccessTokensService,
    private readonly owners: ClientOwnersService,
    private readonly policy: LimitPolicyService,
    feed: ChangeFeedService,
  ) {
    this.cache = new VerifiedKeyCache(() => feed.isConnected);
    feed.subscribe(this.cache);
  }

  /** Counts since the process started: keys that were cached, keys that weren't, and keys that were malformed. */
  get lookUps(): { hits: number; misses: number; malformed: number } {
    const { hits, misses, malformed } = this;
    return { hits, misses, malformed };
  }

  get rememberedKeys(): number {
    return this.cache.size;
  }

  /**
   * Returns synchronously, without the database, for a key that was used recently.
   * @throws KeyRefusal that says why the key doesn't work; the same for an unknown key and for a malformed one
   */
  verify(key: string, kind: CredentialKind = 'key'): Principal | Promise<Principal> {
    return this.verifyKnown(key, kind) ?? this.lookUp(key, kind);
  }

  /** Verifies the key of a request again, while the response to it continues. */
  async verifyAgain(request: FastifyRequest): Promise<Principal> {
    const { text, kind } = readRequestCredential(request)!;
    return this.verify(text, kind);
  }

  /**
   * The same for many requests, with one query for all keys and one for all tokens.
   * @returns undefined for each whose key or token no longer works
   */
  async verifyAllAgain(requests: readonly FastifyRequest[]): Promise<(Principal | undefined)[]> {
    const states = await RequestContext.create(this.entityManager, () => this.statesOf(requests));
    const nowMs = Date.now();
    return states.map((state) => {
      try {
        return judgeKey(state, nowMs);
      } catch {
        return undefined;
      }
    });
  }

  /**
   * Returns who a key stands for now, for work that continues after the key's request. The key of a client's access
   * tokens, which expire soon, stands for them as long as the client exists.
   * @throws KeyRefusal that says why the key no longer works
   */
  async principalOf(keyId: string): Promise<Principal> {
    const [ofKey] = await this.keyStatesOf(await this.find({ id: keyId }));
    if (ofKey) return judgeKey(ofKey, Date.now());
    const [ofToken] = await this.tokenStatesOf([await this.tokens.ofClient(clientIdOfTokens(keyId))]);
    return judgeKey(ofToken, Date.now());
  }

  /**
   * Returns the principal if it is known without the database.
   * @throws KeyRefusal
   */
  verifyKnown(key: string, kind: CredentialKind = 'key'): Principal | undefined {
    const nowMs = Date.now();
    const isPossible = kind === 'key' ? key.length === KEY_LENGTH : isAccessTokenShaped(key);
    const known = isPossible ? this.cache.get(digestOf(key), nowMs) : undefined;
    if (known === undefined) {
      if (isPossible && (kind === 'token' || isWellFormedKey(key))) return undefined;
      this.malformed += 1;
      throw new KeyRefusal('invalid_api_key');
    }
    this.hits += 1;
    return judgeKey(typeof known === 'object' ? known : undefined, nowMs);
  }

  /** Returns whether the key existed when it was last looked up, or is being looked up. */
  remembers(key: string): boolean {
    return this.cache.has(digestOf(key));
  }

  private async lookUp(key: string, kind: CredentialKind): Promise<Principal> {
    this.misses += 1;
    const state = await this.cache.fill(digestOf(key), () =>
      RequestContext.create(this.entityManager, () =>
        kind === 'key' ? this.readKey(key) : this.readToken(key),
      ),
    );
    return judgeKey(state, Date.now());
  }

  private async statesOf(requests: readonly FastifyRequest[]): Promise<(KeyState | undefined)[]> {
    const credentials = requests.map((request) => readRequestCredential(request)!);
    const keyIds = new Set(requests.map(({ principal }) => principal!.keyId));
    const ofKeys = await this.keyStatesOf(await this.find({ id: { $in: [...keyIds] } }));
    const keyStates = new Map(ofKeys.map((state) => [state.principal.keyId, state]));
    const texts = [...new Set(credentials.filter(({ kind }) => kind === 'token').map(({ text }) => text))];
    const ofTokens = await this.tokenStatesOf(await this.tokens.readAll(texts));
    const tokenStates = new Map(texts.map((text, i) => [text, ofTokens[i]]));
    return credentials.map(({ kind, text }, i) =>
      kind === 'key' ? keyStates.get(requests[i].principal!.keyId) : tokenStates.get(text),
    );
  }

  private async readKey(key: string): Promise<KeyState | undefined> {
    const apiKey = (await this.find({ keyHash: { $in: this.secretHasher.hashes(key) } })).at(0);
    if (!apiKey) return undefined;
    if (this.secretHasher.isOutdated(apiKey.keyHash))
      await this.entityManager.nativeUpdate(
        ApiKey,
        { id: apiKey.id },
        { keyHash: this.secretHasher.hash(key) },
      );
    return (await this.keyStatesOf([apiKey]))[0];
  }

  /** Loads their clients and organizations, too. */
  private async find(where: FilterQuery<ApiKey>): Promise<ApiKey[]> {
    const em = this.entityManager;
    const keys = await em.find(ApiKey, where, { populate: ['client'], strategy: 'joined' });
    const clients = keys.map(({ client }) => client);
    await this.owners.load(em, clients, 'organization');
    return keys;
  }

  private async readToken(text: string): Promise<KeyState | undefined> {
    return (await this.tokenStatesOf([await this.tokens.read(text)]))[0];
  }

  private async keyStatesOf(keys: readonly ApiKey[]): Promise<KeyState[]> {
    const limitsOf = await this.policy.limitsOf(keys.map(({ client }) => client.organization));
    return keys.map((key) => keyStateOf(key, limitsOf));
  }

  private async tokenStatesOf(
    tokens: readonly (AccessToken | undefined)[],
  ): Promise<(KeyState | undefined)[]> {
    const limitsOf = await this.policy.limitsOf(tokens.flatMap((token) => token?.client.organization ?? []));
    return tokens.map((token) => token && tokenStateOf(token, limitsOf));
  }
}

function digestOf(key: string): string {
  return hash('sha256', key, 'base64url');
}
