import { defineEntity, p } from '@mikro-orm/core';
import { Organization } from '../organization.entity.js';
import type { OrganizationRole } from '../permissions.js';

/** The newest invitation of an address to an organization. */
const InvitationSchema = defineEntity({
  name: 'Invitation',
  tableName: 'organization_invitations',
  uniques: [{ properties: ['organization', 'emailKey'] }],
  properties: {
    id: p.text().primary(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    /** As entered; compared by `emailKey`. */
    email: p.text(),
    emailKey: p.text(),
    role: p.text().$type<OrganizationRole>(),
    /** SHA-256 of the link's token, in hex: the table holds nothing that gives access to an organization. */
    tokenHash: p.text().unique().hidden(),
    /** The same for the mailed link, which has its own token. */
    mailedTokenHash: p.text().nullable().unique().hidden(),
    /** The account that invites. */
    invitedBy: p.text(),
    createdAt: p.datetime().length(3),
    expiresAt: p.datetime().length(3),
  },
});

export class Invitation extends InvitationSchema.class {}
InvitationSchema.setClass(Invitation);
