import { defineEntity, p } from '@mikro-orm/core';
import { SealedText } from '../../../core/secrets/index.js';
import { Organization } from '../../organization.entity.js';

/** Highest first. An issuer can't make owners. */
export const ISSUER_ROLES = ['admin', 'developer', 'viewer'] as const;
export type IssuerRole = (typeof ISSUER_ROLES)[number];

/** The OpenID provider that an organization's members sign in with. */
const OrganizationIssuerSchema = defineEntity({
  name: 'OrganizationIssuer',
  tableName: 'organization_issuers',
  properties: {
    organization: () => p.oneToOne(Organization).owner().deleteRule('cascade').primary(),
    /** Exactly as the provider spells it: some end with a slash. */
    issuer: p.text(),
    clientId: p.text(),
    clientSecret: p.type(SealedText).hidden(),
    /** Separated by spaces; includes `openid`. */
    scopes: p.text(),
    /** The claim with a person's groups; null if the provider doesn't decide roles. */
    groupsClaim: p.text().nullable(),
    /** The role of each group. */
    roles: p.json<Record<string, IssuerRole>>(),
    /** The role of people in none of these groups; null if they can't sign in. */
    defaultRole: p.text().$type<IssuerRole>().nullable(),
    /** Whether people who aren't members yet become members. */
    signUp: p.boolean(),
    createdAt: p.datetime().length(3),
    /** Sessions that started before this time have ended. */
    updatedAt: p.datetime().length(3),
  },
});

export class OrganizationIssuer extends OrganizationIssuerSchema.class {}
OrganizationIssuerSchema.setClass(OrganizationIssuer);
