import { type Configuration, ConfigurationError } from '../core/config/index.js';

/** What a process of the service does: serve requests, ingest model runs, or both. */
export type Role = 'all' | 'api' | 'ingest';

/**
 * A separate ingest process works for processes elsewhere, which must be able to reach what it stores.
 * @throws ConfigurationError
 */
export function checkRole(role: Role, { database, sharedRunStore, ingestSchedule }: Configuration): void {
  if (role !== 'ingest') return;
  const faults: string[] = [];
  if (database === undefined)
    faults.push('DATABASE_URL must be set to the database of the API processes to run a separate ingest.');
  if (sharedRunStore === undefined)
    faults.push('RUN_STORE_URL must be set to the run store of the API processes to run a separate ingest.');
  if (ingestSchedule === 'off')
    faults.push('INGEST_SCHEDULE is off, so a separate ingest has nothing to do.');
  if (faults.length > 0) throw new ConfigurationError(faults);
}
