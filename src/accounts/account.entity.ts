import { defineEntity, p } from '@mikro-orm/core';

export const ACCOUNT_ROLES = ['member', 'admin'] as const;
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

export const ACCOUNT_STATUSES = ['active', 'disabled'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** `required`: nobody signs in to the account before its address is verified, or an administrator hands out a link. */
export type EmailState = 'verified' | 'unverified' | 'required';

const AccountSchema = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  properties: {
    id: p.text().primary(),
    fullName: p.text(),
    /** As its owner writes it. */
    email: p.text(),
    /** In lower case and composed form (NFC): two addresses that differ in these only are the same. */
    emailKey: p.text().unique(),
    /** Whether its owner has shown to read mail there. */
    emailState: p.text().$type<EmailState>().default('unverified'),
    /** Takes the place of the address once it is verified. */
    pendingEmail: p.text().nullable(),
    organization: p.text().nullable(),
    role: p.text().$type<AccountRole>(),
    status: p.text().$type<AccountStatus>(),
    createdAt: p.datetime().length(3),
    updatedAt: p.datetime().length(3),
    /** A deleted account stays without its name, as that to which its usage and its audit belong. */
    deletedAt: p.datetime().length(3).nullable(),
  },
});

export class Account extends AccountSchema.class {
  /** The organization that alone is open to who calls; undefined where all of the account's are. Not stored. */
  confinedTo?: string;
}
AccountSchema.setClass(Account);
