/** `starting` until the first poll is over, `fetching` (and verifying) a run, or `waiting` for the next poll. */
export type SharingActivity = 'starting' | 'fetching' | 'waiting';

/** What a replica of shared runs is doing. Times are ISO 8601. */
export interface SharingReport {
  state: SharingActivity;
  /** Whether the store's list was read once and was empty, or one of its runs is here. Never false again. */
  isLoaded: boolean;
  progress: { run: string; bytes: number; totalBytes: number | null } | null;
  /** The last failure; null after a poll without any. */
  lastError: { name: string; at: string; count: number } | null;
  lastSuccessAt: string | null;
}
