import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfiguration } from '../../src/core/config/load-configuration.js';
import { ingestTargets, type IngestTarget } from '../../src/ingest/request/ingest-target.js';
import { partsOf } from '../../src/ingest/schedule/part-finder.js';
import { ForkedIngest } from '../../src/ingest/schedule/forked-ingest.js';
import { DEFAULT_SCHEDULE_TIMING, lengthen } from '../../src/ingest/schedule/schedule-timing.js';
import { DEFAULT_NETWORK_POLICY } from '../../src/ingest/source/network-policy.js';
import { type IngestProgress } from '../../src/ingest/status/ingest-progress.js';
import { stepsOf } from '../../src/weather/models/model-target.js';
import { OWN_MODELS } from '../../src/weather/models/own-models.js';
import { runKindOf } from '../../src/weather/models/run-times.js';
import { REAL_FIELDS } from './ingest/bench-mirror.js';
import { writeNewestRuns } from './ingest/newest-runs.js';
import { startThrottledMirror } from './ingest/throttled-mirror.js';
import { type Report } from './report.js';

const WORKER = join(import.meta.dirname, '../../dist/ingest/schedule/ingest.worker.js');
/** 50 Mbit/s. */
const BYTES_PER_SECOND = 6.25e6;
const BOUND_SECONDS = 180;
const UNTOLD: IngestProgress = { begin: () => undefined, step: () => undefined, end: () => undefined };
/** Where the mirror is kept between benchmarks. */
const KEPT_MIRROR = process.env.BENCH_FIRST_MIRROR;

/**
 * The worst-case delay between the appearance of the last step of a part of a run and the part being served: the
 * longest poll interval plus the time to download and publish the part, while no other model's run is being ingested.
 * No other program does the same, so the bound is the project's own.
 */
export async function bench(report: Report): Promise<void> {
  if (!existsSync(REAL_FIELDS)) {
    report.note('skipped: the real fields of ../shared/data/grib are not there');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'bench-appearance-'));
  const root = KEPT_MIRROR ?? join(folder, 'mirror');
  const configuration = loadConfiguration({ DATA_DIR: join(folder, 'data') }, OWN_MODELS);
  const newest = await writeNewestRuns(root, configuration.models);
  const mirror = await startThrottledMirror(root, BYTES_PER_SECOND);
  const lookSeconds = longestLookSeconds();
  report.figure('wait for a look at the source at most', lookSeconds, 's');
  try {
    for (const [i, { target }] of ingestTargets(configuration.models, configuration, true).entries()) {
      const { name } = target.model;
      const [load] = loadavg();
      const ingest = new ForkedIngest([`${mirror.url}/${name}`], DEFAULT_NETWORK_POLICY, WORKER);
      const seconds = await takeInParts(ingest, target, newest[i].run);
      report.figure(`${name}: load of the machine before and after`, load, `and ${loadavg()[0].toFixed(1)}`);
      report.note(`${name}: its parts took ${seconds.map((of) => of.toFixed(1)).join(', ')} s`);
      const { firstStepDelayMinutes, lastStepDelayMinutes } = runKindOf(target.model, newest[i].run)!;
      const isAllAtOnce = firstStepDelayMinutes === lastStepDelayMinutes;
      const partSeconds = isAllAtOnce ? seconds.reduce((sum, of) => sum + of) : Math.max(...seconds);
      report.ratio(
        `${name}: from the appearance of a part's last step to its publication, when no other model is taken / 180 s`,
        lookSeconds + partSeconds,
        BOUND_SECONDS,
        '<= 1',
      );
    }
  } finally {
    mirror.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function longestLookSeconds(): number {
  const { dueJitterMs, incomplete } = DEFAULT_SCHEDULE_TIMING;
  return (
    Math.max(
      dueJitterMs,
      lengthen(incomplete.firstMs, () => 1),
    ) / 1000
  );
}

/** Returns the seconds per part, in the schedule's order: the first 48 hours, then the whole run. */
async function takeInParts(ingest: ForkedIngest, target: IngestTarget, run: Date): Promise<number[]> {
  const whole = stepsOf(target, run);
  const seconds: number[] = [];
  for (const steps of new Set([partsOf(whole)[0], whole])) {
    const startedMs = performance.now();
    const isPart = steps.length < whole.length;
    const { signal } = new AbortController();
    await ingest.ingest({ ...target, run, steps, isPart }, UNTOLD, signal);
    seconds.push((performance.now() - startedMs) / 1000);
  }
  return seconds;
}
