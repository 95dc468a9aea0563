import { expect, it } from '@jest/globals';
import { withWeakerLocks } from '../../../../../src/core/database/orm-options.js';

it.each([
  ['select * from a where id = ? for update', 'select * from a where id = ? for no key update'],
  ['select 1 from a limit 1 FOR UPDATE;', 'select 1 from a limit 1 for no key update;'],
  ['select 1 for update of "a0" skip locked', 'select 1 for no key update of "a0" skip locked'],
  [
    'x in (select id from a for update skip locked\n)',
    'x in (select id from a for no key update skip locked\n)',
  ],
  ['with a as (select 1 for update) select 2', 'with a as (select 1 for no key update) select 2'],
])('%s', (sql, weaker) => {
  expect(withWeakerLocks(sql)).toBe(weaker);
});

it.each([
  'select * from a for share',
  'select * from a for no key update',
  'create policy p on a for update to b using (true)',
  'create trigger t before update on a execute function f()',
])('%s stays as it is', (sql) => {
  expect(withWeakerLocks(sql)).toBe(sql);
});
