import { defineEntity, p } from '@mikro-orm/core';
import { Account } from '../account.entity.js';

/** The issuer of password identities; their subject is the account's id. */
export const PASSWORD_ISSUER = 'password';

/** A way to sign in to an account: a password that the service checks, or an identity at another issuer. */
const IdentitySchema = defineEntity({
  name: 'Identity',
  tableName: 'identities',
  uniques: [
    { properties: ['issuer', 'subject'], where: 'organization_id is null' },
    // Several organizations may name the same issuer, each with a client of its own.
    { properties: ['organizationId', 'issuer', 'subject'] },
  ],
  properties: {
    id: p.text().primary(),
    account: () => p.manyToOne(Account).deleteRule('cascade').index(),
    /** `password`, or the URL or name of the issuer. */
    issuer: p.text(),
    /**
     * The organization whose issuer it is, and the only one it gives access to. Null for an issuer of the installation.
     */
    organizationId: p.text().nullable(),
    /** Never changes and is never reassigned, unlike an email address. */
    subject: p.text(),
    /** Argon2id hash, for a password. */
    secretHash: p.text().nullable().hidden(),
    createdAt: p.datetime().length(3),
  },
});

export class Identity extends IdentitySchema.class {}
IdentitySchema.setClass(Identity);
