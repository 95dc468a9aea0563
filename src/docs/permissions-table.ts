import {
  mayDo,
  ORGANIZATION_ROLES,
  type Permission,
  PERMISSIONS,
} from '../organizations/permissions.types.js';
import { markdownTable } from './table.js';

/** Returns who may do what in an organization, as Markdown, from the table that decides it. */
export function permissionsTable(): string {
  const rows = (Object.keys(PERMISSIONS) as Permission[]).map((permission) => [
    PERMISSIONS[permission].title,
    ...[...ORGANIZATION_ROLES, undefined].map((role) => (mayDo(permission, role) ? 'yes' : 'no')),
  ]);
  return markdownTable([['what', ...ORGANIZATION_ROLES, 'administrator'], ...rows]);
}
