import type { Organization, OrganizationRole } from '../../api/schemas.ts';
import { Badge } from '../../ui/badge.tsx';
import { SelectField } from '../../ui/forms/fields.tsx';

export const ROLE_TITLES: Record<OrganizationRole, string> = {
  owner: 'Owner',
  admin: 'Admin',
  developer: 'Developer',
  viewer: 'Viewer',
};

/** A role in an organization; null for an administrator of the service who isn't a member. */
export function RoleBadge({ role }: { role: OrganizationRole | null }) {
  if (role === null) return <Badge tone="neutral">Not a member</Badge>;
  return <Badge tone={role === 'owner' ? 'accent' : 'neutral'}>{ROLE_TITLES[role]}</Badge>;
}

const ROLES: { role: OrganizationRole; may: string }[] = [
  { role: 'viewer', may: 'sees clients and usage' },
  { role: 'developer', may: 'manages clients and API keys' },
  { role: 'admin', may: 'also manages members' },
  { role: 'owner', may: 'can do everything' },
];

interface RoleFieldProps {
  organization: Organization;
  value?: OrganizationRole;
}

/** The roles that you can assign. A personal organization always has exactly one owner. */
export function RoleField({ organization, value = 'developer' }: RoleFieldProps) {
  const mayMakeOwners = organization.permissions.includes('owners.manage') && !organization.personal;
  return (
    <SelectField name="role" label="Role" defaultValue={value}>
      {ROLES.filter(({ role }) => role !== 'owner' || mayMakeOwners).map(({ role, may }) => (
        <option key={role} value={role}>
          {ROLE_TITLES[role]}: {may}
        </option>
      ))}
    </SelectField>
  );
}
