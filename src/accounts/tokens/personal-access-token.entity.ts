import { defineEntity, p } from '@mikro-orm/core';
import { Account } from '../account.entity.js';
import { KeyedHash } from '../../core/secrets/index.js';
import type { ScopeName } from '../../core/features/index.js';

export const TOKEN_STATUSES = ['active', 'expired', 'revoked'] as const;
export type TokenStatus = (typeof TOKEN_STATUSES)[number];

const PersonalAccessTokenSchema = defineEntity({
  name: 'PersonalAccessToken',
  tableName: 'personal_access_tokens',
  properties: {
    id: p.text().primary(),
    account: () => p.manyToOne(Account).deleteRule('cascade').index(),
    name: p.text(),
    /** The first characters of the token, by which its owner recognizes it. */
    start: p.text(),
    /** The keyed hash; the token itself isn't stored. */
    tokenHash: p.type(KeyedHash).unique().hidden(),
    scopes: p.array<ScopeName>(),
    expiresAt: p.datetime().length(3),
    /** When its upcoming expiry was noted, so that its owner is notified once. */
    expiryNotedAt: p.datetime().length(3).nullable(),
    lastUsedAt: p.datetime().length(3).nullable(),
    revokedAt: p.datetime().length(3).nullable(),
    createdAt: p.datetime().length(3),
  },
});

export class PersonalAccessToken extends PersonalAccessTokenSchema.class {
  statusAt(now: Date): TokenStatus {
    if (this.revokedAt) return 'revoked';
    return this.expiresAt <= now ? 'expired' : 'active';
  }
}
PersonalAccessTokenSchema.setClass(PersonalAccessToken);
