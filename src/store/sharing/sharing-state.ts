import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '../../core/config/index.js';
import { failureName } from './failure-name.js';
import { type SharingReport } from './sharing-report.types.js';

/** In the data directory, so that each of its processes can read how the fetching one is doing. */
const FILE = 'run-sharing.json';
/** How often progress is written. */
const PROGRESS_EVERY_MS = 1_000;

/** Publishes what a replica is doing, in a file that is replaced atomically. */
export class SharingState {
  private readonly path: string;
  private report: SharingReport = { state: 'starting', progress: null, lastError: null, lastSuccessAt: null };
  private toldMs = -Infinity;

  constructor({ dataDirectory }: Configuration) {
    this.path = join(dataDirectory, FILE);
  }

  begin(run: string): void {
    this.tell({ state: 'fetching', progress: { run, bytes: 0, totalBytes: null } });
  }

  progress(bytes: number, totalBytes: number): void {
    const { progress } = this.report;
    if (!progress) return;
    this.report.progress = { ...progress, bytes, totalBytes };
    if (performance.now() - this.toldMs > PROGRESS_EVERY_MS) this.tell({});
  }

  end(): void {
    this.tell({ state: 'waiting', progress: null });
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
    this.toldMs = performance.now();
    try {
      writeFileSync(`${this.path}.new`, JSON.stringify(this.report));
      renameSync(`${this.path}.new`, this.path);
    } catch {
      // The disk may be full: then the reported state is out of date, but nothing else is affected.
    }
  }
}

/** Reads the state of run sharing; undefined if no runs are shared, or nothing is known yet. */
export function readSharingReport(configuration: Configuration): SharingReport | undefined {
  if (!configuration.sharedRunStore) return undefined;
  try {
    return JSON.parse(readFileSync(join(configuration.dataDirectory, FILE), 'utf8')) as SharingReport;
  } catch {
    return undefined;
  }
}
