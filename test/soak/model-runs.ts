import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS } from '../../src/core/time/index.js';
import { gfs } from '../../src/weather/models/gfs/gfs.model.js';
import { latestRun, previousRun } from '../../src/weather/models/run-times.js';
import { startWholeRunMirror } from '../support/gfs-steps.js';
import type { MirrorFault, MirrorServer } from '../support/mirror-server.js';

/** A real run in the layout of NOAA's bucket. */
const SAMPLE = join(import.meta.dirname, '../../../shared/data/gfs');
/** One fewer than an ingest without any runs looks back: the next run may have started in the meantime and counts. */
const RUNS = 3;
/** A run due this soon counts already, so that the first one remains among those that an ingest considers. */
const DUE_WITHIN_MS = 600_000;
export const STEPS = [0, 3, 6, 9, 12];
const MAX_STEP_HOURS = 12;
const RUN_PATH = /^gfs\.(\d{8})\/(\d{2})\//;
/** The step that is withheld or spoiled, and its files. */
export const TROUBLED_STEP = 6;
const TROUBLED_PATH = /\.f006(?<inventory>\.idx)?$/;
const NOISE = Buffer.alloc(2 ** 20, 'This is not GRIB. ');

/** Settings with which an ingest accepts these runs. */
export const RUN_SETTINGS = { GFS_RESOLUTION: '1p00', GFS_MAX_STEP: String(MAX_STEP_HOURS) };

/** What is wrong with one step of the newest run: it isn't there, or what is there is not what it should be. */
export type Trouble = 'late' | 'cut short' | 'garbage';

/** A mirror of the latest model runs that only serves those released. */
export class ModelRuns {
  /** Number of available runs; at first all of them. */
  private released = RUNS;
  trouble: Trouble | undefined;
  private withheldAtMs = NaN;
  private withheldForMs = NaN;

  private constructor(
    /** Oldest first, six hours apart, each 12 hours long. */
    readonly runs: Date[],
    private readonly mirror: MirrorServer,
  ) {
    mirror.fault = ({ path }) => this.faultOf(path);
  }

  static async start(): Promise<ModelRuns> {
    if (!existsSync(SAMPLE)) throw new Error(`A soak needs the sample data, ${SAMPLE}.`);
    const runs = [latestRun(gfs, new Date(Date.now() + DUE_WITHIN_MS))];
    while (runs.length < RUNS) runs.unshift(previousRun(gfs, runs[0]));
    return new ModelRuns(runs, await startWholeRunMirror(SAMPLE, runs));
  }

  get url(): string {
    return this.mirror.url;
  }

  /** The newest released run. */
  get newest(): Date {
    return this.runs[this.released - 1];
  }

  /** Whether the newest released run covers the current hour. */
  get reachesNow(): boolean {
    const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    return hourMs < this.newest.getTime() + MAX_STEP_HOURS * HOUR_MS;
  }

  /** Withdraws all runs but the oldest. The others become due evenly over this time. */
  withhold(forMs: number): void {
    this.released = 1;
    this.withheldAtMs = performance.now();
    this.withheldForMs = forMs;
  }

  /** Whether there is a next run and it is due. */
  get isNextDue(): boolean {
    const withheld = this.runs.length - 1;
    const dueMs = this.withheldAtMs + ((this.released - 1) / withheld) * this.withheldForMs;
    return this.released <= withheld && performance.now() >= dueMs;
  }

  /** Releases the next run, which must exist. */
  release(): void {
    this.released += 1;
  }

  close(): Promise<void> {
    return this.mirror.close();
  }

  private faultOf(path: string): MirrorFault | undefined {
    const [, day, hour] = RUN_PATH.exec(path) ?? [];
    const names = this.runs
      .slice(0, this.released)
      .map((run) => run.toISOString().replace(/\D/g, '').slice(0, 10));
    const index = names.indexOf(`${day}${hour}`);
    if (index < 0) return { kind: 'status', status: 404 };
    const troubled = index === this.released - 1 ? TROUBLED_PATH.exec(path)?.groups : undefined;
    if (!troubled || !this.trouble) return undefined;
    if (this.trouble === 'late') return { kind: 'status', status: 404 };
    if (troubled.inventory) return undefined;
    return this.trouble === 'garbage'
      ? { kind: 'content', body: NOISE }
      : { kind: 'file-ends-at', endBytes: 1000 };
  }
}
