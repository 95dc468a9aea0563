import type { FeatureSet } from '../core/features/index.js';
import { ORGANIZATION_ROLES, allows } from '../organizations/index.js';
import { markdownTable } from './table.js';

/** Returns who may do what in an organization, as Markdown, from the permissions that decide it. */
export function permissionsTable({ permissions }: FeatureSet): string {
  const rows = [...permissions.values()].map((permission) => [
    permission.title,
    ...[...ORGANIZATION_ROLES, undefined].map((role) => (allows(permission, role) ? 'yes' : 'no')),
  ]);
  return markdownTable([['what', ...ORGANIZATION_ROLES, 'administrator'], ...rows]);
}
