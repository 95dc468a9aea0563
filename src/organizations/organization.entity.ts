import { defineEntity, p } from '@mikro-orm/core';
import { Account } from '../accounts/index.js';
import type { RateLimits } from '../core/config/index.js';

const OrganizationSchema = defineEntity({
  name: 'Organization',
  tableName: 'organizations',
  properties: {
    id: p.text().primary(),
    /** Null for a personal organization, which takes its name from its account. */
    name: p.text().nullable(),
    /** The account whose registration created it, for a personal organization. */
    personalAccount: () => p.oneToOne(Account).owner().deleteRule('cascade').nullable(),
    /** The account that created it, and whose quota of organizations it counts towards. */
    createdBy: p.text().index(),
    /** Whether one of its owners is an active account: without one, the keys of its clients are refused. */
    isActive: p.boolean().default(true),
    /** Whether it is closed to members without a second factor. */
    requireFactor: p.boolean().default(false),
    /** For all of its clients together; null if an administrator has set none. */
    rateLimits: p.json<RateLimits>().nullable(),
    createdAt: p.datetime().length(3),
    updatedAt: p.datetime().length(3),
    /** The row of a deleted organization stays, without its name, since usage and audit events refer to it. */
    deletedAt: p.datetime().length(3).nullable(),
  },
});

export class Organization extends OrganizationSchema.class {
  /** Returns the name. The account of a personal organization must be loaded. */
  title(): string {
    return this.name ?? this.personalAccount?.organization ?? this.personalAccount?.fullName ?? '';
  }
}
OrganizationSchema.setClass(Organization);
