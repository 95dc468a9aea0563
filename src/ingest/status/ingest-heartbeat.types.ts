import { type ModelReport } from './ingest-report.types.js';

/** The channel of PostgreSQL's notifications; their payload is an AnnouncedIngest as JSON. */
export const INGEST_CHANNEL = 'weather_ingest';

/** The channel on which replicas name a shared run that they could not fetch because it is damaged. */
export const DAMAGE_CHANNEL = 'weather_damaged_run';

/** How often it is told, also when nothing has changed. */
export const ANNOUNCED_EVERY_MS = 5_000;

/** What a process that takes runs for others tells all that share its database. */
export interface AnnouncedIngest {
  /** Of the process, which no other one has. */
  id: string;
  reports: ModelReport[];
  /** Runs that it has published since it started. */
  publications: number;
}
