import type { Configuration } from '../../core/config/index.js';
import { failureName } from './failure-name.js';

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

const states = new WeakMap<Configuration, SharingState>();

/** What a replica is doing. It is kept in memory: the disk that has no room for runs has none for a report. */
export class SharingState {
  report: SharingReport = {
    state: 'starting',
    isLoaded: false,
    progress: null,
    lastError: null,
    lastSuccessAt: null,
  };

  constructor(configuration: Configuration) {
    states.set(configuration, this);
  }

  begin(run: string): void {
    this.tell({ state: 'fetching', progress: { run, bytes: 0, totalBytes: null } });
  }

  progress(bytes: number, totalBytes: number): void {
    const { progress } = this.report;
    if (progress) this.tell({ progress: { ...progress, bytes, totalBytes } });
  }

  end(): void {
    this.tell({ state: 'waiting', progress: null });
  }

  load(): void {
    this.tell({ isLoaded: true });
  }

  succeed(): void {
    this.tell({ state: 'waiting', lastError: null, lastSuccessAt: new Date().toISOString() });
  }

  fail(error: unknown): void {
    const count = (this.report.lastError?.count ?? 0) + 1;
    const lastError = { name: failureName(error), at: new Date().toISOString(), count };
    this.tell({ state: 'waiting', lastError });
  }

  private tell(change: Partial<SharingReport>): void {
    this.report = { ...this.report, ...change };
  }
}

/** Returns the state of run sharing in this process; undefined if it has no replica of shared runs. */
export function readSharingReport(configuration: Configuration): SharingReport | undefined {
  return configuration.sharedRunStore && states.get(configuration)?.report;
}
