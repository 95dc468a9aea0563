import type { OrganizationRole } from '../../api/schemas.ts';
import { Badge } from '../../ui/badge.tsx';

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
