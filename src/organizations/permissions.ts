import {
  ORGANIZATION_ROLES,
  type OrganizationRole,
  type PermissionDescription,
  type PermissionName,
} from '../core/features/index.js';

export { ORGANIZATION_ROLES, type OrganizationRole, type PermissionName as Permission };

const ALL = ORGANIZATION_ROLES;
const DEVELOPERS = ['owner', 'admin', 'developer'] as const;
const ADMINS = ['owner', 'admin'] as const;
const OWNERS = ['owner'] as const;

/** Who may do what in an organization, besides what features add. The guides and the tests iterate over this table. */
export const PERMISSIONS = {
  'organization.read': { title: 'See the organization and its members', roles: ALL, administrators: true },
  'organization.update': { title: 'Rename the organization', roles: ADMINS, administrators: true },
  'limits.change': { title: "Change the organization's rate limits", roles: [], administrators: true },
  'organization.delete': { title: 'Delete the organization', roles: OWNERS, administrators: true },
  'organization.leave': { title: 'Leave the organization', roles: ALL, administrators: false },
  'members.manage': {
    title: 'Change roles up to admin, remove members who are not owners',
    roles: ADMINS,
    administrators: true,
  },
  'owners.manage': {
    title: 'Make, invite, change and remove owners',
    roles: OWNERS,
    administrators: false,
  },
  'invitations.manage': {
    title: 'Invite, list and withdraw invitations',
    roles: ADMINS,
    administrators: false,
  },
  'domains.manage': {
    title: 'Add, verify and remove domains',
    roles: OWNERS,
    administrators: false,
  },
  'issuer.manage': {
    title: 'Set and remove the identity provider',
    roles: OWNERS,
    administrators: false,
  },
  'factors.require': {
    title: 'Require two-factor authentication of all members',
    roles: OWNERS,
    administrators: false,
  },
  'clients.read': { title: 'See clients', roles: ALL, administrators: true },
  'clients.manage': { title: 'Change and delete clients', roles: DEVELOPERS, administrators: true },
  'secrets.create': {
    title: 'Create clients, API keys and webhooks, rotate their secrets and keys',
    roles: DEVELOPERS,
    administrators: false,
  },
  'keys.read': { title: 'See API keys', roles: DEVELOPERS, administrators: true },
  'keys.manage': { title: 'Change and revoke API keys', roles: DEVELOPERS, administrators: true },
  'webhooks.read': {
    title: 'See webhooks and their deliveries',
    roles: DEVELOPERS,
    administrators: true,
  },
  'webhooks.manage': {
    title: 'Change, test and delete webhooks, send their events again',
    roles: DEVELOPERS,
    administrators: true,
  },
  'forecasts.try': { title: 'Try forecasts in the dashboard', roles: ALL, administrators: false },
  'alerts.read': { title: 'See forecast alerts', roles: ALL, administrators: true },
  'alerts.manage': {
    title: 'Create, change and delete forecast alerts',
    roles: DEVELOPERS,
    administrators: true,
  },
  'usage.read': { title: 'See usage, quotas and recent requests', roles: ALL, administrators: true },
  'audit.read': { title: 'See the audit trail', roles: DEVELOPERS, administrators: true },
} satisfies Record<string, PermissionDescription>;

export type OwnPermission = keyof typeof PERMISSIONS;

/** @param role the role in the organization; undefined for an administrator of the service who isn't a member */
export function allows(
  { roles, administrators = false }: PermissionDescription,
  role: OrganizationRole | undefined,
): boolean {
  return role === undefined ? administrators : roles.includes(role);
}

/** An account's standing in an organization. */
export interface Standing {
  readonly role: OrganizationRole;
  /** The organization requires a second factor, which the account doesn't have. */
  readonly lacksFactor: boolean;
}
