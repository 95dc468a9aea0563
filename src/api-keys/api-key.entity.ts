import { defineEntity, p } from '@mikro-orm/core';
import { Client } from '../clients/client.entity.js';
import type { KeyScope } from './key-scope.types.js';

export type ApiKeyStatus = 'active' | 'expired' | 'revoked';

const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    id: p.text().primary(),
    client: () => p.manyToOne(Client).deleteRule('cascade').index(),
    name: p.text(),
    /** The first characters of the key, by which its owner recognises it. */
    start: p.text(),
    /** The keyed hash; the key itself is nowhere. */
    keyHash: p.text().unique().hidden(),
    scopes: p.array<KeyScope>(),
    allowedIps: p.array(),
    expiresAt: p.datetime().length(3).nullable(),
    lastUsedAt: p.datetime().length(3).nullable(),
    revokedAt: p.datetime().length(3).nullable(),
    createdAt: p.datetime().length(3),
  },
});

export class ApiKey extends ApiKeySchema.class {
  statusAt(now: Date): ApiKeyStatus {
    if (this.revokedAt) return 'revoked';
    return this.expiresAt && this.expiresAt <= now ? 'expired' : 'active';
  }
}
ApiKeySchema.setClass(ApiKey);
