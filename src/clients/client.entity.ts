import { defineEntity, p } from '@mikro-orm/core';
import { Account } from '../accounts/index.js';
import { Organization } from '../organizations/index.js';
import { KeyedHash } from '../core/secrets/index.js';
import type { RateLimits } from '../core/config/index.js';
import type { ScopeName } from '../core/features/index.js';

export type ClientStatus = 'active' | 'disabled';

const ClientSchema = defineEntity({
  name: 'Client',
  tableName: 'clients',
  properties: {
    id: p.text().primary(),
    /** The account that created it, and whose quota of clients it counts towards. */
    account: () => p.manyToOne(Account).deleteRule('cascade').index(),
    /** The organization that it belongs to, whose members share it. */
    organization: () => p.manyToOne(Organization).deleteRule('cascade').index(),
    name: p.text(),
    description: p.text().nullable(),
    secretHash: p.type(KeyedHash).hidden(),
    /** The secret before the last rotation, and until when it works. */
    previousSecretHash: p.type(KeyedHash).nullable().hidden(),
    previousSecretEndsAt: p.datetime().length(3).nullable(),
    scopes: p.array<ScopeName>(),
    rateLimits: p.json<RateLimits>(),
    /** The windows whose ceiling an administrator set; the others have the configured default. */
    limitCeilings: p.json<Partial<RateLimits>>().default('{}'),
    status: p.text().$type<ClientStatus>(),
    createdAt: p.datetime().length(3),
    updatedAt: p.datetime().length(3),
    /**
     * The row of a deleted client stays for its usage, and counts towards the limits of its account and organization
     * until the UTC day ends.
     */
    deletedAt: p.datetime().length(3).nullable(),
  },
});

export class Client extends ClientSchema.class {}
ClientSchema.setClass(Client);
