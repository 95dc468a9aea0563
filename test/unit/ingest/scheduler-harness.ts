import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IngestError } from '../../../src/ingest/ingest-error.js';
import { type IngestProgress } from '../../../src/ingest/status/ingest-progress.js';
import { type IngestRequest } from '../../../src/ingest/request/ingest-request.js';
import { IngestStatus } from '../../../src/ingest/status/ingest-status.js';
import { type IngestSummary } from '../../../src/ingest/status/ingest-summary.js';
import { type IngestTarget } from '../../../src/ingest/request/ingest-target.js';
import { IngestScheduler, type IngestLease } from '../../../src/ingest/schedule/ingest.scheduler.js';
import { type ScheduleTiming } from '../../../src/ingest/schedule/schedule-timing.js';
import { type ByteSource } from '../../../src/ingest/source/byte-source.js';
import { type SourceReport } from '../../../src/ingest/source/mirrors.js';
import { RunWriter } from '../../../src/store/write/run-writer.js';
import { gfs } from '../../../src/weather/models/gfs/gfs.model.js';
import { LogRecorder } from '../../support/log-recorder.js';
import { TestClock } from '../../support/test-clock.js';

const TIMING: ScheduleTiming = {
  firstPollMs: 1_000,
  dueJitterMs: 100_000,
  incomplete: { firstMs: 60_000, longestMs: 240_000 },
  failure: { firstMs: 60_000, longestMs: 480_000 },
  busyMs: 30_000,
  damageMs: 600_000,
  clockSkewMs: 300_000,
};

const GRID = {
  ni: 4,
  nj: 3,
  latitudeFirst: 90,
  longitudeFirst: 0,
  latitudeIncrement: 90,
  longitudeIncrement: 90,
  wrapsLongitude: true,
};

/** A scheduler with a source and an ingest controlled by the test. Time stands still until the test lets it pass. */
export class SchedulerHarness {
  readonly status = new IngestStatus();
  readonly log = new LogRecorder();
  /** Labels, such as `2026112100`, of the runs that are complete at the source. */
  readonly complete = new Set<string>();
  /** Labels of runs that have all files except the last. */
  readonly begun = new Set<string>();
  /** By label, the last available step of incomplete runs, in hours. */
  readonly reached = new Map<string, number>();
  /** By label, the steps in hours that a run lacks, whatever else it has. */
  readonly lacking = new Map<string, number[]>();
  /** Labels of runs whose inventories are malformed. */
  readonly malformed = new Set<string>();
  /** Thrown by the source. */
  outage: Error | undefined;
  skewMs: number | undefined;
  /** Requested files. */
  readonly asked: string[] = [];
  readonly ingested: string[] = [];
  readonly requests: IngestRequest[] = [];
  readonly target: IngestTarget;
  /** Replaces the ingest. */
  ingest: ((request: IngestRequest, signal: AbortSignal) => Promise<IngestSummary>) | undefined;
  /** The default ingest of the current request, for tests that replace it. */
  takeAsUsual: () => Promise<IngestSummary> = () => Promise.reject(new Error('nothing is taken'));
  /** Included in the next ingest's summary. */
  changedRecords: string[] = [];
  missingRecords: string[] = [];
  sourceReports: SourceReport[] = [];
  /** The available lease; undefined while another process has it. */
  lease: (IngestLease & { released?: boolean }) | undefined = freeLease();
  readonly scheduler: IngestScheduler;

  private constructor(
    readonly dataDirectory: string,
    readonly clock: TestClock,
    random: () => number,
    maxStepHours: number,
    runsKept: number,
    timing: ScheduleTiming,
  ) {
    const runsDirectory = join(dataDirectory, 'runs');
    this.target = {
      model: gfs,
      resolution: '1p00',
      maxStepHours,
      dataDirectory,
      runsDirectory,
      runsKept,
    };
    this.scheduler = new IngestScheduler({
      target: this.target,
      sources: [this.source()],
      ingest: { ingest: (request, progress, signal) => this.take(request, progress, signal) },
      acquireLease: () => Promise.resolve(this.lease),
      status: this.status,
      clock,
      timing,
      random,
      logger: this.log,
    });
  }

  static async create(
    now: string,
    random = () => 0,
    maxStepHours = 30,
    runsKept = 2,
    timing = TIMING,
  ): Promise<SchedulerHarness> {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'schedule-'));
    return new SchedulerHarness(
      dataDirectory,
      new TestClock(new Date(now)),
      random,
      maxStepHours,
      runsKept,
      timing,
    );
  }

  /** Publishes a run to the store. */
  async publish({ runsDirectory, model, resolution, run, steps, isPart }: IngestRequest): Promise<void> {
    const stepsHours = steps === 'available' ? [] : steps;
    const attribution = 'synthetic';
    const identity = { model: model.name, resolution, run, attribution, grid: GRID, stepsHours, isPart };
    const writer = await RunWriter.create(runsDirectory, identity);
    const values = new Float64Array(12).fill(280);
    const quantisation = { reference: 0, quantum: 1 };
    await writer.add({
      variable: 'temperature2m',
      statistic: 'instant',
      stepHours: stepsHours[0],
      values,
      quantisation,
    });
    await writer.publish();
  }

  /** Lets polls happen and returns the waits between them in seconds. */
  async waits(count: number): Promise<number[]> {
    const found: number[] = [];
    for (let i = 0; i < count; i++) {
      const next = await this.clock.pass();
      found.push((next.getTime() - this.clock.now().getTime()) / 1000);
    }
    return found;
  }

  async remove(): Promise<void> {
    await this.scheduler.stop();
    await rm(this.dataDirectory, { recursive: true });
  }

  private async take(
    request: IngestRequest,
    progress: IngestProgress,
    signal: AbortSignal,
  ): Promise<IngestSummary> {
    this.ingested.push(request.run.toISOString());
    this.requests.push(request);
    this.takeAsUsual = () => this.publishAll(request, progress);
    return this.ingest ? this.ingest(request, signal) : this.takeAsUsual();
  }

  private async publishAll(request: IngestRequest, progress: IngestProgress): Promise<IngestSummary> {
    const { steps, mayLack = [], run } = request;
    const absent = (steps as number[]).filter((step) => !this.has(run, step));
    if (absent.some((step) => !mayLack.includes(step)))
      throw new IngestError('StepMissingError', `${absent.join()}: no inventory`);
    const stepsHours = (steps as number[]).filter((step) => !absent.includes(step));
    progress.begin(stepsHours.length, 11_000);
    for (const step of stepsHours) progress.step(step, 20, 1000);
    const isPart = request.isPart || absent.includes(this.target.maxStepHours);
    await this.publish({ ...request, steps: stepsHours, isPart });
    return {
      stepsHours,
      records: 220,
      downloadedBytes: 11_000,
      seconds: 1.23,
      warnings: [],
      removedRuns: [],
      product: 'pgrb2.1p00',
      sources: this.sourceReports,
      changedRecords: this.changedRecords,
      missingRecords: this.missingRecords,
      outsideValues: 0,
    };
  }

  private has(run: Date, step: number): boolean {
    return this.hasOf(run.toISOString().slice(0, 13).replace(/[-T]/g, ''), step);
  }

  private hasOf(label: string, step: number): boolean {
    if (this.lacking.get(label)?.includes(step)) return false;
    return (
      this.complete.has(label) ||
      (this.begun.has(label) && step !== this.target.maxStepHours) ||
      step <= (this.reached.get(label) ?? -1)
    );
  }

  private source(): ByteSource {
    const skewMs = () => this.skewMs;
    return {
      location: 'http://mirror',
      isRemote: true,
      get clockSkewMs() {
        return skewMs();
      },
      readText: (path) => {
        this.asked.push(path);
        if (this.outage) return Promise.reject(this.outage);
        const [, date, hour] = /gfs\.(\d{8})\/(\d{2})/.exec(path) ?? [];
        const label = date + hour;
        if (this.malformed.has(label)) return Promise.resolve('<html>');
        const step = Number(/\.f(\d{3})/.exec(path)?.[1]);
        const isThere = this.hasOf(label, step);
        return Promise.resolve(
          isThere ? `1:0:d=${date}${hour}:TMP:2 m above ground:30 hour fcst:\n` : undefined,
        );
      },
      describe: () => Promise.resolve(undefined),
      readRange: () => Promise.reject(new Error('nothing is to be fetched')),
    };
  }
}

export function freeLease(lost = new AbortController()): IngestLease & { released?: boolean } {
  const lease: IngestLease & { released?: boolean } = {
    lost: lost.signal,
    release: () => void (lease.released = true),
  };
  return lease;
}

export function connectionError(): IngestError {
  return new IngestError('ConnectionError', 'http://mirror/x: getaddrinfo ENOTFOUND mirror', {
    transient: true,
  });
}
