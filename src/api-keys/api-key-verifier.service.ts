import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Problem } from '../common/problems/problem.js';
import { SecretHasher } from '../common/secrets/secret-hasher.service.js';
import { ApiKey } from './api-key.entity.js';
import { isWellFormedKey } from './key-format.js';
import type { Principal } from './principal.types.js';

const LAST_USED_STEP_MS = 60_000;

/** The one path on which keys are verified: shape and checksum, keyed hash, look-up, status, expiry. */
@Injectable()
export class ApiKeyVerifier {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly secretHasher: SecretHasher,
  ) {}

  /** @throws Problem that says why the key does not work; the same for an unknown key and for a malformed one. */
  async verify(key: string): Promise<Principal> {
    if (!isWellFormedKey(key)) throw new Problem('invalid_api_key');
    const em = this.entityManager.fork();
    const apiKey = await em.findOne(
      ApiKey,
      { keyHash: this.secretHasher.hash(key) },
      { populate: ['client.account'] },
    );
    if (!apiKey) throw new Problem('invalid_api_key');
    const now = new Date();
    this.checkStatus(apiKey, now);
    await this.noteUse(em, apiKey, now);
    const { client } = apiKey;
    return {
      keyId: apiKey.id,
      clientId: client.id,
      accountId: client.account.id,
      scopes: apiKey.scopes.filter((scope) => client.scopes.includes(scope)),
      allowedIps: apiKey.allowedIps,
      rateLimits: client.rateLimits,
    };
  }

  private checkStatus(apiKey: ApiKey, now: Date): void {
    const { client } = apiKey;
    const status = apiKey.statusAt(now);
    if (status === 'revoked' || client.deletedAt) throw new Problem('revoked_api_key');
    if (status === 'expired') throw new Problem('expired_api_key');
    if (client.status === 'disabled') throw new Problem('client_disabled');
    if (client.account.status === 'disabled') throw new Problem('account_disabled');
  }

  /** To the minute, so that a busy key does not write with each request. */
  private async noteUse(em: EntityManager, apiKey: ApiKey, now: Date): Promise<void> {
    if (apiKey.lastUsedAt && now.getTime() - apiKey.lastUsedAt.getTime() < LAST_USED_STEP_MS) return;
    apiKey.lastUsedAt = now;
    await em.flush();
  }
}
