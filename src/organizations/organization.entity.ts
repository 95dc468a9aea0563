import { defineEntity, p } from '@mikro-orm/core';
import { Account } from '../accounts/account.entity.js';
import type { RateLimits } from '../config/configuration.js';

const OrganizationSchema = defineEntity({
  name: 'Organization',
  tableName: 'organizations',
  properties: {
    id: p.text().primary(),
    /** Null for a personal one, whose name its account says. */
    name: p.text().nullable(),
    /** The account for which registering made it. */
    personalAccount: () => p.oneToOne(Account).owner().deleteRule('cascade').nullable(),
    /** The account that created it, and whose number of organizations it counts towards. */
    createdBy: p.text().index(),
    /** Whether one of its owners is an active account: without one, the keys of its clients are refused. */
    isActive: p.boolean().default(true),
    /** Whether it is closed to members without a second factor. */
    requireFactor: p.boolean().default(false),
    /** Of all its clients together; null where an administrator has set none. */
    rateLimits: p.json<RateLimits>().nullable(),
    createdAt: p.datetime().length(3),
    updatedAt: p.datetime().length(3),
    /** A deleted organization stays without its name, as that to which usage and audit belong. */
    deletedAt: p.datetime().length(3).nullable(),
  },
});

export class Organization extends OrganizationSchema.class {
  /** Its name, or that of a personal one, whose account has to be loaded. */
  title(): string {
    return this.name ?? this.personalAccount?.organization ?? this.personalAccount?.fullName ?? '';
  }
}
OrganizationSchema.setClass(Organization);
