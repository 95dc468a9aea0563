import { defineEntity, p } from '@mikro-orm/core';
import { Account } from '../accounts/account.entity.js';

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: p.text().primary(),
    account: () => p.manyToOne(Account).deleteRule('cascade').index(),
    /** SHA-256 of the cookie's token, in hex: the table holds nothing that signs in. */
    tokenHash: p.text().unique().hidden(),
    /** How it began: `password`, `link`, the id of another way to sign in, or of the organization whose issuer signed in. */
    method: p.text(),
    userAgent: p.text().nullable(),
    address: p.text(),
    /** When whoever came last proved who they are, which an issuer may have remembered; null where it does not say. */
    authenticatedAt: p.datetime().length(3).nullable(),
    createdAt: p.datetime().length(3),
    lastSeenAt: p.datetime().length(3),
    expiresAt: p.datetime().length(3),
  },
});

export class Session extends SessionSchema.class {
  /** The organization that it opens, and nothing else; undefined where it opens the account. */
  get organizationId(): string | undefined {
    return this.method.startsWith('org_') ? this.method : undefined;
  }
}
SessionSchema.setClass(Session);
