import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfiguration } from '../../src/core/config/load-configuration.js';
import { findPostmaster } from '../../src/core/database/embedded-postgres/postmaster-file.js';
import { OWN_MODELS } from '../../src/weather/models/own-models.js';
import { REAL_FIELDS } from './ingest/bench-mirror.js';
import { writeNewestRuns } from './ingest/newest-runs.js';
import { startThrottledMirror } from './ingest/throttled-mirror.js';
import { createKey } from './keyed/create-key.js';
import { memoryOf } from './process-memory.js';
import { type Report } from './report.js';

const BUILT = join(import.meta.dirname, '../../dist/main.js');
/** 50 Mbit/s. */
const BYTES_PER_SECOND = 6.25e6;
const WANTED_HOURS = 48;
const BOUND_SECONDS = 120;
/** Memory of all processes of the service. */
const MOST_MEMORY_BYTES = 1e9;
const LOOK_MS = 250;
/** Where the mirror is kept between benchmarks. */
const KEPT_MIRROR = process.env.BENCH_FIRST_MIRROR;
const PORT = 39_471;

interface Answer {
  data?: { timelines: { hourly: object[] } };
  meta?: { source: string };
}

interface Runs {
  runs: { model: string; isComplete: boolean }[];
}

/**
 * The time until a new default installation serves a forecast of the next 48 hours, with GFS from 0.25° files like v17;
 * then, over an unlimited link, the memory that all its processes need until a whole run of each model is stored. No
 * other program does the same, so the bound is the project's own.
 */
export async function bench(report: Report): Promise<void> {
  if (!existsSync(REAL_FIELDS)) {
    report.note('skipped: the real fields of ../shared/data/grib are not there');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'bench-first-'));
  const root = KEPT_MIRROR ?? join(folder, 'mirror');
  const { models } = loadConfiguration({}, OWN_MODELS);
  await writeNewestRuns(root, models);
  const mirror = await startThrottledMirror(root, BYTES_PER_SECOND);
  const [load] = loadavg();
  const startedMs = performance.now();
  const dataDirectory = join(folder, 'data');
  const service = spawn(process.execPath, [BUILT, 'start'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...Object.fromEntries(
        models.map(({ model: { name } }) => [
          `${name.replaceAll('-', '_').toUpperCase()}_BASE_URL`,
          `${mirror.url}/${name}`,
        ]),
      ),
      PORT: String(PORT),
      DATA_DIR: dataDirectory,
      REGISTRATION: 'open',
    },
  });
  let memoryBytes = 0;
  const look = setInterval(() => {
    const postgres = findPostmaster(join(dataDirectory, 'postgres'))?.pid ?? [];
    memoryBytes = Math.max(memoryBytes, memoryOf([service.pid!].concat(postgres)));
  }, LOOK_MS);
  try {
    const readySeconds = await secondsUntil(startedMs, '/health/live', () => true);
    const key = await createKey(`http://127.0.0.1:${PORT}`);
    const end = new Date(Date.now() + WANTED_HOURS * 3_600_000).toISOString();
    const path = `/v1/weather/forecast?lat=52.2&lon=21&fields=temperature&endTime=${end}&apikey=${key}`;
    const isOfRuns = ({ meta }: Answer) => meta !== undefined && meta.source !== 'climatology';
    const firstSeconds = await secondsUntil(startedMs, path, isOfRuns);
    const downloadedBytes = mirror.sentBytes();
    const wholeSeconds = await secondsUntil(
      startedMs,
      path,
      (answer: Answer) => isOfRuns(answer) && answer.data!.timelines.hourly.length >= WANTED_HOURS,
    );
    const bytesUntilThen = mirror.sentBytes();
    mirror.lift();
    const isWhole = ({ runs }: Runs) =>
      models.every(({ model: { name } }) => runs.some((run) => run.model === name && run.isComplete));
    await secondsUntil(startedMs, '/v1/weather/runs', isWhole);
    report.figure('load of the machine before and after', load, `and ${loadavg()[0].toFixed(1)}`);
    report.figure('first answer of any kind', readySeconds, 's');
    report.figure('first hours out of a run', firstSeconds, 's');
    report.figure('downloaded until then', downloadedBytes / 1e6, 'MB');
    report.figure(`the next ${WANTED_HOURS} h out of runs`, wholeSeconds, 's');
    report.figure('downloaded until then, in all', bytesUntilThen / 1e6, 'MB');
    report.figure(
      'memory of all processes at most, until every model has a whole run',
      memoryBytes / 1e9,
      'GB',
    );
    report.ratio(`the next ${WANTED_HOURS} h / 120 s`, wholeSeconds, BOUND_SECONDS, '<= 1');
    report.ratio('memory of all processes / 1 GB', memoryBytes, MOST_MEMORY_BYTES, '<= 1');
  } finally {
    clearInterval(look);
    service.kill('SIGTERM');
    await once(service, 'exit');
    mirror.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the seconds from a start time until the service returns the wanted response at a path. */
async function secondsUntil<T>(
  startedMs: number,
  path: string,
  isWanted: (answer: T) => boolean,
): Promise<number> {
  for (;;) {
    const seconds = (performance.now() - startedMs) / 1000;
    if (seconds > 5 * BOUND_SECONDS) throw new Error(`${path}: not within ${5 * BOUND_SECONDS} s`);
    const response = await fetch(`http://127.0.0.1:${PORT}${path}`).catch(() => undefined);
    if (response?.ok && isWanted((await response.json()) as T)) return seconds;
    await sleep(250);
  }
}
