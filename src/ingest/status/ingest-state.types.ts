/** What the ingest is doing: `off` without a schedule, `looking` for a run at the source, `waiting` for the next look. */
export type IngestState = 'off' | 'waiting' | 'looking' | 'ingesting';
