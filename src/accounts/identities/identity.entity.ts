import { defineEntity, p } from '@mikro-orm/core';
import { Account } from '../account.entity.js';

/** The issuer of identities that are passwords; their subject is the account's id. */
export const PASSWORD_ISSUER = 'password';

/** By what an account is signed in to: the password that the service checks itself, or who somebody is to another issuer. */
const IdentitySchema = defineEntity({
  name: 'Identity',
  tableName: 'identities',
  uniques: [
    { properties: ['issuer', 'subject'], where: 'organization_id is null' },
    // Another organization may name the same issuer, and is told who people are there by a client of its own.
    { properties: ['organizationId', 'issuer', 'subject'] },
  ],
  properties: {
    id: p.text().primary(),
    account: () => p.manyToOne(Account).deleteRule('cascade').index(),
    /** `password`, or the URL or name of who vouches for the subject. */
    issuer: p.text(),
    /** Whose issuer it is: an organization's word holds in that organization alone. Null where it is the installation's. */
    organizationId: p.text().nullable(),
    /** Never changes and is never given to somebody else; an email address may be either. */
    subject: p.text(),
    /** Of a password: its argon2id hash. */
    secretHash: p.text().nullable().hidden(),
    createdAt: p.datetime().length(3),
  },
});

export class Identity extends IdentitySchema.class {}
IdentitySchema.setClass(Identity);
