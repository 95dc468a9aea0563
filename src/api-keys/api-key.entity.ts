import { defineEntity, p } from '@mikro-orm/core';
import { Client } from '../clients/index.js';
import { KeyedHash } from '../core/secrets/index.js';
import type { ScopeName } from '../core/features/index.js';

export type ApiKeyStatus = 'active' | 'rotating' | 'expired' | 'revoked';

const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    id: p.text().primary(),
    client: () => p.manyToOne(Client).deleteRule('cascade').index(),
    name: p.text(),
    /** The first characters of the key, by which its owner recognizes it. */
    start: p.text(),
    /** The keyed hash; the key itself isn't stored. */
    keyHash: p.type(KeyedHash).unique().hidden(),
    scopes: p.array<ScopeName>(),
    allowedIps: p.array(),
    expiresAt: p.datetime().length(3).nullable(),
    /** When its upcoming expiry was last noted, so that it is announced once. */
    expiryNotedAt: p.datetime().length(3).nullable(),
    lastUsedAt: p.datetime().length(3).nullable(),
    /** In the future for a rotated key, which works until then. */
    revokedAt: p.datetime().length(3).nullable(),
    /** Revoked immediately, even on replicas whose clocks are behind. */
    isRevoked: p.boolean().default(false),
    /** The key that it replaced. */
    rotatedFrom: p.text().nullable(),
    /** Created for an open page; not listed. */
    isEphemeral: p.boolean().default(false),
    createdAt: p.datetime().length(3),
  },
});

export class ApiKey extends ApiKeySchema.class {
  /** @param endsAt when the key stops working, which can be in the future */
  revoke(endsAt: Date, now: Date): void {
    this.revokedAt = endsAt;
    this.isRevoked = endsAt <= now;
  }

  statusAt(now: Date): ApiKeyStatus {
    if (this.isRevoked || (this.revokedAt && this.revokedAt <= now)) return 'revoked';
    if (this.expiresAt && this.expiresAt <= now) return 'expired';
    return this.revokedAt ? 'rotating' : 'active';
  }
}
ApiKeySchema.setClass(ApiKey);
