/** `starting` until the first poll is over, `fetching` (and verifying) a run, or `waiting` for the next poll. */
export type SharingActivity = 'starting' | 'fetching' | 'waiting';

/** What a replica of shared runs is doing. Times are ISO 8601. */
export interface SharingReport {
  state: SharingActivity;
  progress: { run: string; bytes: number; totalBytes: number | null } | null;
  /** The last failure; null after a poll without any. */
  lastError: { name: string; at: string; count: number } | null;
  lastSuccessAt: string | null;
}
