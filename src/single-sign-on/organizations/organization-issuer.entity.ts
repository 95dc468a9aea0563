import { defineEntity, p } from '@mikro-orm/core';
import { SealedText } from '../../common/secrets/sealed-text.type.js';
import { Organization } from '../../organizations/organization.entity.js';

/** From the one that may do the most. An issuer makes no owners. */
export const ISSUER_ROLES = ['admin', 'developer', 'viewer'] as const;
export type IssuerRole = (typeof ISSUER_ROLES)[number];

/** The OpenID provider that an organization's members sign in with. */
const OrganizationIssuerSchema = defineEntity({
  name: 'OrganizationIssuer',
  tableName: 'organization_issuers',
  properties: {
    organization: () => p.oneToOne(Organization).owner().deleteRule('cascade').primary(),
    /** As the provider writes it: some end with a slash. */
    issuer: p.text(),
    clientId: p.text(),
    clientSecret: p.type(SealedText).hidden(),
    /** Separated by blanks; `openid` is one of them. */
    scopes: p.text(),
    /** In which the provider names somebody's groups; null where roles are not its business. */
    groupsClaim: p.text().nullable(),
    /** By the group. */
    roles: p.json<Record<string, IssuerRole>>(),
    /** For people in none of these groups; null: they don't get in. */
    defaultRole: p.text().$type<IssuerRole>().nullable(),
    /** Whether people who aren't members yet become members. */
    signUp: p.boolean(),
    createdAt: p.datetime().length(3),
    /** Sessions that began before it have ended. */
    updatedAt: p.datetime().length(3),
  },
});

export class OrganizationIssuer extends OrganizationIssuerSchema.class {}
OrganizationIssuerSchema.setClass(OrganizationIssuer);
