import { defineEntity, p } from '@mikro-orm/core';

export type AccountRole = 'member' | 'admin';
export type AccountStatus = 'active' | 'disabled';

const AccountSchema = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  properties: {
    id: p.text().primary(),
    fullName: p.text(),
    /** As its owner writes it. */
    email: p.text(),
    /** In lower case: two addresses that differ in case only are the same. */
    emailKey: p.text().unique(),
    organization: p.text().nullable(),
    passwordHash: p.text().hidden(),
    role: p.text().$type<AccountRole>(),
    status: p.text().$type<AccountStatus>(),
    createdAt: p.datetime().length(3),
    updatedAt: p.datetime().length(3),
  },
});

export class Account extends AccountSchema.class {}
AccountSchema.setClass(Account);
