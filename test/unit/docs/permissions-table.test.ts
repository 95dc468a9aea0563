import { expect, test } from '@jest/globals';
import { permissionsTable } from '../../../src/docs/permissions-table.js';
import { ORGANIZATION_ROLES, PERMISSION_NAMES, PERMISSIONS } from '../../../src/organizations/permissions.js';

test('the guide lists every permission, with who has it', () => {
  const [head, , ...rows] = permissionsTable()
    .trimEnd()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));

  expect(head.slice(1, -1)).toEqual(['what', ...ORGANIZATION_ROLES, 'administrator']);
  expect(rows.map(([, what]) => what)).toEqual(PERMISSION_NAMES.map((name) => PERMISSIONS[name].title));
  const holders = new Map(rows.map(([, what, ...cells]) => [what, cells.slice(0, -1).join(' ')]));
  expect(holders.get("Change the organization's rate limits")).toBe('no no no no yes');
  expect(holders.get('Make, invite, change and remove owners')).toBe('yes no no no no');
  expect(holders.get('See API keys')).toBe('yes yes yes no yes');
  expect(holders.get('See clients')).toBe('yes yes yes yes yes');
});
