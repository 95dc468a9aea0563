import { defineEntity, p } from '@mikro-orm/core';
import { Account } from '../accounts/index.js';
import { Organization } from './organization.entity.js';
import type { OrganizationRole } from './permissions.js';

const MembershipSchema = defineEntity({
  name: 'Membership',
  tableName: 'organization_members',
  properties: {
    organization: () => p.manyToOne(Organization).deleteRule('cascade').primary(),
    account: () => p.manyToOne(Account).deleteRule('cascade').primary().index(),
    role: p.text().$type<OrganizationRole>(),
    joinedAt: p.datetime().length(3),
  },
});

export class Membership extends MembershipSchema.class {}
MembershipSchema.setClass(Membership);
