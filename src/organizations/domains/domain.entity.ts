import { defineEntity, p } from '@mikro-orm/core';
import { Organization } from '../organization.entity.js';

/** A domain that an organization says is its own. */
const OrganizationDomainSchema = defineEntity({
  name: 'OrganizationDomain',
  tableName: 'organization_domains',
  uniques: [
    { properties: ['organization', 'domain'] },
    // Anybody may claim a domain, but one organization alone has it.
    { properties: ['domain'], where: 'verified_at is not null' },
  ],
  properties: {
    id: p.text().primary(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    /** As `domainName` spells it. */
    domain: p.text(),
    /** What the TXT record has to say. Everybody can read it there: it is no secret. */
    recordValue: p.text(),
    /** The account that added it. */
    addedBy: p.text(),
    createdAt: p.datetime().length(3),
    /** Null until its record was found. */
    verifiedAt: p.datetime().length(3).nullable(),
  },
});

export class OrganizationDomain extends OrganizationDomainSchema.class {}
OrganizationDomainSchema.setClass(OrganizationDomain);
