import { Configuration } from '../core/config/index.js';
import { DAY_MS, before } from '../core/time/index.js';
import { EXAMPLE_ULID, type ProblemDescription, everyEntry } from '../core/http/index.js';
import { type ScopeDescription, defineFeature } from '../core/features/index.js';
import { retain } from '../core/retention/index.js';
import { AccountOrganizationsService } from './account-organizations.service.js';
import { OrganizationDomain } from './domains/domain.entity.js';
import { Invitation } from './invitations/invitation.entity.js';
import { Membership } from './membership.entity.js';
import { Migration20261122000200 } from './migrations/Migration20261122000200.js';
import { Migration20261128090200 } from './migrations/Migration20261128090200.js';
import { Organization } from './organization.entity.js';
import { OrganizationsModule } from './organizations.module.js';
import { OrganizationsService } from './organizations.service.js';
import { PERMISSIONS } from './permissions.js';

const scopes = {
  'organizations:read': {
    title: 'Read organizations and their members',
    holders: ['token'],
    byDefault: false,
  },
} satisfies Record<string, ScopeDescription>;

const problems = {
  factor_required: {
    status: 403,
    title: 'The organization requires a second factor',
    help: 'Add an authenticator app or a passkey to your account under "Account settings" in the dashboard, then try again.',
    example: { instance: `/v1/organizations/org_${EXAMPLE_ULID}/members` },
  },
  dns_unavailable: {
    status: 503,
    title: "The DNS can't be reached",
    help: 'Wait the number of seconds in "Retry-After", then try again. The DNS server of the service, or that of the domain, doesn\'t respond.',
    example: { instance: `/v1/organizations/org_${EXAMPLE_ULID}/domains/dom_${EXAMPLE_ULID}/verify` },
  },
} satisfies Record<string, ProblemDescription>;

const auditActions = {
  'organization.created': 'Organization created',
  'organization.updated': 'Organization updated',
  'organization.deleted': 'Organization deleted',
  'organization.member_added': 'Member joined',
  'organization.member_updated': 'Role of a member changed',
  'organization.member_removed': 'Member removed',
  'invitation.created': 'Invitation created',
  'invitation.deleted': 'Invitation withdrawn',
  'domain.added': 'Domain added',
  'domain.verified': 'Domain verified',
  'domain.lost': 'Domain moved to another organization',
  'domain.removed': 'Domain removed',
} as const;

const idPrefixes = { organization: 'org', invitation: 'inv', domain: 'dom' } as const;

const examples = {
  'Organization.id': `org_${EXAMPLE_ULID}`,
  'Organization.name': 'Example Weather Ltd',
  'Organization.role': 'owner',
  'Organization.access': 'open',
  'CreateOrganization.name': 'Example Weather Ltd',
  'UpdateOrganization.name': 'Example Weather Ltd',
  'Invitation.id': `inv_${EXAMPLE_ULID}`,
  'CreatedInvitation.id': `inv_${EXAMPLE_ULID}`,
  'CreatedInvitation.url':
    'https://weather.example/accept-invitation#token=Zk1vT0pXc3B4Q2Y3aHd6R2s4bUxqTnU5ZVJ0QWlE',
  'InvitationPreview.invited_by': { full_name: 'Ada Lovelace', email: 'ada@example.com' },
  'AddDomain.domain': 'example.com',
  'Domain.id': `dom_${EXAMPLE_ULID}`,
  'Domain.domain': 'example.com',
  'Domain.verified_at': '2026-11-20T15:42:07Z',
  'DomainRecord.name': '_weather-forecast-service.example.com',
  'DomainRecord.value': 'verification=Zk1vT0pXc3B4Q2Y3aHd6R2s4bUxqTnU5',
  'Organization.rate_limits': { second: null, minute: null, hour: null, day: 200000 },
  organization_id: `org_${EXAMPLE_ULID}`,
  invited_by: `acc_${EXAMPLE_ULID}`,
  joined_at: '2026-11-20T15:42:07Z',
  personal: false,
  require_factor: true,
  has_factor: true,
};

export const ORGANIZATIONS_FEATURE = defineFeature({
  name: 'organizations',
  module: OrganizationsModule,
  entities: [Organization, Membership, Invitation, OrganizationDomain],
  migrations: [Migration20261122000200, Migration20261128090200],
  retention: [
    retain(Organization, {
      // Usage has their IDs until then.
      ended: (now, { get }) => ({
        deletedAt: { $lt: before(now, get(Configuration).usageRetentionDays * DAY_MS) },
      }),
      unlessReferred: true,
    }),
    // And with them the invited addresses.
    retain(Invitation, { ended: (now) => ({ expiresAt: { $lte: now } }) }),
  ],
  scopes,
  permissions: PERMISSIONS,
  problems,
  auditActions,
  idPrefixes,
  names: { org: [Organization, 'name'] },
  tags: [
    {
      name: 'Organizations',
      description: 'The members of an organization share its clients. Their roles set what they can do.',
    },
  ],
  dashboard: [
    { path: '/organizations', title: 'Organizations', icon: 'building-2', order: 80 },
    { path: '/organizations/*' },
    { path: '/accept-invitation' },
  ],
  examples,
  onAccountEnd: (em, account, { get }) => get(AccountOrganizationsService).endAccount(em, account),
  exportOf: (_, account, { get }) => ({
    organizations: everyEntry((page) => get(OrganizationsService).list(account, page)),
  }),
});

declare module '../core/features/names.types.js' {
  interface Scopes extends Record<keyof typeof scopes, true> {}
  interface Permissions extends Record<keyof typeof PERMISSIONS, true> {}
  interface Owners {
    organization: Organization;
  }
  interface Problems extends Record<keyof typeof problems, true> {}
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
  interface IdPrefixes extends Record<(typeof idPrefixes)[keyof typeof idPrefixes], true> {}
}
