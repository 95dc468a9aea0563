import { defineEntity, p } from '@mikro-orm/core';

export const ACCOUNT_ROLES = ['member', 'admin'] as const;
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

export const ACCOUNT_STATUSES = ['active', 'disabled'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** `required`: nobody can sign in until the address is verified or an administrator hands out a link. */
export type EmailState = 'verified' | 'unverified' | 'required';

const AccountSchema = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  properties: {
    id: p.text().primary(),
    fullName: p.text(),
    /** As entered by its owner. */
    email: p.text(),
    /** As `emailKey` has it, or an earlier key: see `emailKeys`. */
    emailKey: p.text().unique(),
    /** Whether the owner has proved to read mail at the address. */
    emailState: p.text().$type<EmailState>().default('unverified'),
    /** Replaces the address once it is verified. */
    pendingEmail: p.text().nullable(),
    organization: p.text().nullable(),
    role: p.text().$type<AccountRole>(),
    status: p.text().$type<AccountStatus>(),
    createdAt: p.datetime().length(3),
    updatedAt: p.datetime().length(3),
    /** The row of a deleted account stays, without its name, since usage and audit events refer to it. */
    deletedAt: p.datetime().length(3).nullable(),
  },
});

export class Account extends AccountSchema.class {
  /**
   * The only organization the caller has access to; undefined if the caller has access to all of the account's. Not
   * stored.
   */
  confinedTo?: string;
}
AccountSchema.setClass(Account);
