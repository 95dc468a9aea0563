/** Highest first. */
export const ORGANIZATION_ROLES = ['owner', 'admin', 'developer', 'viewer'] as const;
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number];

interface PermissionDescription {
  readonly title: string;
  readonly roles: readonly OrganizationRole[];
  /** Whether an administrator of the service may do it in every organization, without being its member. */
  readonly administrators: boolean;
}

const ALL = ORGANIZATION_ROLES;
const DEVELOPERS = ['owner', 'admin', 'developer'] as const;
const ADMINS = ['owner', 'admin'] as const;
const OWNERS = ['owner'] as const;

/** Who may do what in an organization. Nothing else decides it; the guides and the tests iterate over this table. */
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

export type Permission = keyof typeof PERMISSIONS;
export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as Permission[];

/** @param role the role in the organization; undefined for an administrator of the service who isn't a member */
export function mayDo(permission: Permission, role: OrganizationRole | undefined): boolean {
  const { roles, administrators }: PermissionDescription = PERMISSIONS[permission];
  return role === undefined ? administrators : roles.includes(role);
}

/** An account's standing in an organization. */
export interface Standing {
  readonly role: OrganizationRole;
  /** The organization requires a second factor, which the account doesn't have. */
  readonly lacksFactor: boolean;
}

/** What a member who lacks a required factor can still do. */
const WITHOUT_FACTOR: readonly Permission[] = ['organization.leave'];

/**
 * An administrator of the service loses nothing by being a member.
 * @param standing the account's standing; undefined if it isn't a member
 */
export function mayAccountDo(
  permission: Permission,
  account: { readonly role: 'member' | 'admin' },
  standing: Standing | undefined,
): boolean {
  const mayMember =
    standing !== undefined &&
    mayDo(permission, standing.role) &&
    (!standing.lacksFactor || WITHOUT_FACTOR.includes(permission));
  return mayMember || (account.role === 'admin' && mayDo(permission, undefined));
}
