import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { SecretHasher } from '../common/secrets/secret-hasher.service.js';
import { ApiKey } from './api-key.entity.js';
import { isWellFormedKey } from './key-format.js';
import { KeyRefusal } from './key-refusal.js';
import type { KeyOwner, Principal } from './principal.types.js';

const LAST_USED_STEP_MS = 60_000;

/** The one path on which keys are verified: shape and checksum, keyed hash, look-up, status, expiry. */
@Injectable()
export class ApiKeyVerifier {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly secretHasher: SecretHasher,
  ) {}

  /** @throws KeyRefusal that says why the key does not work; the same for an unknown key and for a malformed one. */
  async verify(key: string): Promise<Principal> {
    if (!isWellFormedKey(key)) throw new KeyRefusal('invalid_api_key');
    const em = this.entityManager.fork();
    const apiKey = await em.findOne(
      ApiKey,
      { keyHash: this.secretHasher.hash(key) },
      { populate: ['client.account'] },
    );
    if (!apiKey) throw new KeyRefusal('invalid_api_key');
    const now = new Date();
    const { client } = apiKey;
    const principal = {
      keyId: apiKey.id,
      clientId: client.id,
      accountId: client.account.id,
      rateLimits: client.rateLimits,
      scopes: apiKey.scopes.filter((scope) => client.scopes.includes(scope)),
      allowedIps: apiKey.allowedIps,
    };
    this.checkStatus(apiKey, principal, now);
    await this.noteUse(em, apiKey, now);
    return principal;
  }

  private checkStatus(apiKey: ApiKey, owner: KeyOwner, now: Date): void {
    const { client } = apiKey;
    const status = apiKey.statusAt(now);
    if (status === 'revoked' || client.deletedAt) throw new KeyRefusal('revoked_api_key', owner);
    if (status === 'expired') throw new KeyRefusal('expired_api_key', owner);
    if (client.status === 'disabled') throw new KeyRefusal('client_disabled', owner);
    if (client.account.status === 'disabled') throw new KeyRefusal('account_disabled', owner);
  }

  /** To the minute, so that a busy key does not write with each request. */
  private async noteUse(em: EntityManager, apiKey: ApiKey, now: Date): Promise<void> {
    if (apiKey.lastUsedAt && now.getTime() - apiKey.lastUsedAt.getTime() < LAST_USED_STEP_MS) return;
    apiKey.lastUsedAt = now;
    await em.flush();
  }
}
