import { expect, it } from '@jest/globals';
import { AbsentFeatureError, NewerSchemaError } from '../../../../src/core/database/schema-errors.js';
import { refuseUnknownMigrations } from '../../../../src/core/database/unknown-migrations.js';

const KNOWN = { migrations: [{ name: 'accounts/Migration1' }, { name: 'clients/Migration1' }] };
const OWN = ['accounts/Migration1', 'clients/Migration1'];

const refusalOf = (executed: string[], what: 'database' | 'backup' = 'database') => {
  try {
    refuseUnknownMigrations(what, [...OWN, ...executed], KNOWN);
  } catch (error) {
    return error as Error;
  }
};

it('refuses nothing that it knows', () => {
  expect(refusalOf([])).toBeUndefined();
});

it('tells a newer version, also one with a new feature, from a missing feature', () => {
  expect(refusalOf(['accounts/Migration2'])).toBeInstanceOf(NewerSchemaError);
  expect(refusalOf(['Migration3'])).toBeInstanceOf(NewerSchemaError);
  expect(refusalOf(['alerts/Migration1', 'accounts/Migration2'])).toBeInstanceOf(NewerSchemaError);
  expect(refusalOf(['alerts/Migration1'])).toBeInstanceOf(AbsentFeatureError);
});

it.each(['database', 'backup'] as const)('never advises to remove what a newer %s has', (what) => {
  for (const executed of [
    ['accounts/Migration2'],
    ['alerts/Migration1'],
    ['alerts/Migration1', 'Migration3'],
  ]) {
    const { message } = refusalOf(executed, what)!;
    expect(message).not.toContain('remove');
    expect(message).toMatch(/newer/);
  }
});
