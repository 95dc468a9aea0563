import { defineEntity, p } from '@mikro-orm/core';
import { Account } from '../account.entity.js';

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: p.text().primary(),
    account: () => p.manyToOne(Account).deleteRule('cascade').index(),
    /** SHA-256 of the cookie's token, in hex: the table holds nothing that can sign in. */
    tokenHash: p.text().unique().hidden(),
    /**
     * How it began: `password`, `passkey`, `link`, the id of another sign-in method, or of the organization whose
     * issuer signed in.
     */
    method: p.text(),
    userAgent: p.text().nullable(),
    address: p.text(),
    /** When the person last authenticated, which an issuer may have remembered; null if it doesn't say. */
    authenticatedAt: p.datetime().length(3).nullable(),
    createdAt: p.datetime().length(3),
    lastSeenAt: p.datetime().length(3),
    expiresAt: p.datetime().length(3),
  },
});

export class Session extends SessionSchema.class {
  /** The only organization that it gives access to; undefined if it gives access to the account. */
  get organizationId(): string | undefined {
    return this.method.startsWith('org_') ? this.method : undefined;
  }
}
SessionSchema.setClass(Session);
