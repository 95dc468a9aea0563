import { defineEntity, p } from '@mikro-orm/core';
import { Organization } from '../organization.entity.js';

/** A domain that an organization claims. */
const OrganizationDomainSchema = defineEntity({
  name: 'OrganizationDomain',
  tableName: 'organization_domains',
  uniques: [
    { properties: ['organization', 'domain'] },
    // Any organization can claim a domain, but only one can have it verified.
    { properties: ['domain'], where: 'verified_at is not null' },
  ],
  properties: {
    id: p.text().primary(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    /** As normalized by `domainName`. */
    domain: p.text(),
    /** The required value of the TXT record. It is public, so not a secret. */
    recordValue: p.text(),
    /** The account that added it. */
    addedBy: p.text(),
    createdAt: p.datetime().length(3),
    /** Null until its record is found. */
    verifiedAt: p.datetime().length(3).nullable(),
  },
});

export class OrganizationDomain extends OrganizationDomainSchema.class {}
OrganizationDomainSchema.setClass(OrganizationDomain);
