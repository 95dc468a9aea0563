import { EarlySchemaError } from './early-schema-error.js';

/** Migrations from before each feature had its own. */
export const FORMER = [
  'Migration20261121093613',
  'Migration20261122001210',
  'Migration20261122002355',
  'Migration20261122002500',
  'Migration20261122004206',
  'Migration20261122051526',
  'Migration20261122140000',
];

/** The migrations that result in the same schema. */
const INITIAL = [
  'database/Migration20261122200000',
  'accounts/Migration20261122200001',
  'clients/Migration20261122200002',
  'sessions/Migration20261122200003',
  'api-keys/Migration20261122200004',
  'audit/Migration20261122200005',
  'usage/Migration20261122200006',
];

/**
 * Replaces the former migrations by the initial ones in a list of names.
 * @throws EarlySchemaError if only some of the former ones ran
 */
export function withInitialMigrations(what: 'database' | 'backup', executed: readonly string[]): string[] {
  const former = FORMER.filter((name) => executed.includes(name));
  if (former.length === 0) return [...executed];
  if (former.length < FORMER.length) throw new EarlySchemaError(what);
  return [...INITIAL, ...executed.filter((name) => !FORMER.includes(name))];
}
