import { expect, test } from '@jest/globals';
import { permissionsTable } from '../../../src/docs/permissions-table.js';
import { OWN_FEATURE_SET } from '../../../src/boot/features/features.js';
import { ORGANIZATION_ROLES, PERMISSIONS } from '../../../src/organizations/permissions.js';

test('the guide lists every permission, with who has it', () => {
  const [head, , ...rows] = permissionsTable(OWN_FEATURE_SET)
    .trimEnd()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));

  expect(head.slice(1, -1)).toEqual(['what', ...ORGANIZATION_ROLES, 'administrator']);
  expect(rows.map(([, what]) => what)).toEqual(Object.values(PERMISSIONS).map(({ title }) => title));
  const holders = new Map(rows.map(([, what, ...cells]) => [what, cells.slice(0, -1).join(' ')]));
  expect(holders.get("Change the organization's rate limits")).toBe('no no no no yes');
  expect(holders.get('Make, invite, change and remove owners')).toBe('yes no no no no');
  expect(holders.get('See API keys')).toBe('yes yes yes no yes');
  expect(holders.get('See clients')).toBe('yes yes yes yes yes');
});
