import type { Organization, OrganizationRole } from '../../api/schemas.ts';
import { SelectField } from '../../ui/forms/fields.tsx';
import { ROLE_TITLES } from './role-badge.tsx';

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
