import { type ModelReport } from './ingest-report.types.js';

/** The channel of PostgreSQL's notifications; their payload is an IngestHeartbeat as JSON. */
export const INGEST_CHANNEL = 'weather_ingest';

/** The channel on which replicas name a shared run that they could not fetch because it is damaged. */
export const DAMAGE_CHANNEL = 'weather_damaged_run';

/** How often one is sent, also when nothing has changed. */
export const HEARTBEAT_INTERVAL_MS = 5_000;

/** What a process that takes runs for others sends to all that share its database. */
export interface IngestHeartbeat {
  /** Of the process, which no other one has. */
  id: string;
  reports: ModelReport[];
  /** Runs that it has published since it started. */
  publications: number;
}
