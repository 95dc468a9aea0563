import { ORGANIZATION_ROLES, PERMISSIONS, type Permission, mayDo } from '../organizations/index.js';
import { markdownTable } from './table.js';

/** Returns who may do what in an organization, as Markdown, from the table that decides it. */
export function permissionsTable(): string {
  const rows = (Object.keys(PERMISSIONS) as Permission[]).map((permission) => [
    PERMISSIONS[permission].title,
    ...[...ORGANIZATION_ROLES, undefined].map((role) => (mayDo(permission, role) ? 'yes' : 'no')),
  ]);
  return markdownTable([['what', ...ORGANIZATION_ROLES, 'administrator'], ...rows]);
}
