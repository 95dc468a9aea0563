import { type ModelReport } from './ingest-report.types.js';

/** The PostgreSQL notification channel of the heartbeats; the payload is an IngestHeartbeat as JSON. */
export const INGEST_CHANNEL = 'weather_ingest';

/** The channel on which replicas name a shared run that they could not fetch because it is damaged. */
export const DAMAGE_CHANNEL = 'weather_damaged_run';

/** The channel on which the ingest is asked to look for runs at once. */
export const CHECK_CHANNEL = 'weather_check_runs';

/** How often a heartbeat is sent, even if nothing has changed. */
export const HEARTBEAT_INTERVAL_MS = 5_000;

/** What a process that ingests runs for others sends to all processes on its database. */
export interface IngestHeartbeat {
  /** Unique to the process. */
  id: string;
  reports: ModelReport[];
  /** Runs that it has published since it started. */
  publications: number;
}
