import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { latestRun } from '../../src/models/run-times.js';
import { stepsOf } from '../../src/models/model-target.js';
import { gfs } from '../../src/models/gfs/gfs.model.js';
import { REAL_FIELDS, writeMirror } from './ingest/bench-mirror.js';
import { startThrottledMirror } from './ingest/throttled-mirror.js';
import { createKey } from './keyed/create-key.js';
import { type Report } from './report.js';

const BUILT = join(import.meta.dirname, '../../dist/main.js');
/** 50 Mbit/s. */
const BYTES_PER_SECOND = 6.25e6;
const FIRST_HOURS = 48;
const BOUND_SECONDS = 120;
const PORT = 39_471;

/**
 * How long a new installation takes to serve a forecast of the next 48 hours, with GFS alone, out of files of
 * 0.25° as GFS v17 has them. There is no other program that does the same; the bound is that of the project.
 */
export async function bench(report: Report): Promise<void> {
  if (!existsSync(REAL_FIELDS)) {
    report.note('skipped: the real fields of ../shared/data/grib are not there');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'bench-first-'));
  const run = latestRun(gfs, new Date());
  const root = join(folder, 'mirror');
  const steps = stepsOf({ model: gfs, resolution: '1p00', maxStepHours: FIRST_HOURS });
  await writeMirror({ root, run: run.toISOString(), model: gfs, resolution: '0p25', steps });
  const mirror = await startThrottledMirror(root, BYTES_PER_SECOND);
  const [load] = loadavg();
  const startedMs = performance.now();
  const service = spawn(process.execPath, [BUILT, 'start'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(PORT),
      DATA_DIR: join(folder, 'data'),
      GFS_BASE_URL: mirror.url,
      MODELS: 'gfs',
      REGISTRATION: 'open',
    },
  });
  try {
    const readySeconds = await secondsUntil(startedMs, '/health/live', () => true);
    const key = await createKey(`http://127.0.0.1:${PORT}`);
    const path = `/v1/weather/forecast?lat=52.2&lon=21&fields=temperature&apikey=${key}`;
    const seconds = await secondsUntil(startedMs, path, ({ meta }) => meta?.source === 'gfs');
    report.figure('load of the machine before and after', load, `and ${loadavg()[0].toFixed(1)}`);
    report.figure('first answer of any kind', readySeconds, 's');
    report.figure('downloaded', mirror.sentBytes() / 1e6, 'MB');
    report.figure('first forecast out of a run', seconds, 's');
    report.ratio('first forecast / 120 s', seconds, BOUND_SECONDS, '<= 1');
  } finally {
    service.kill('SIGTERM');
    await once(service, 'exit');
    mirror.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From a moment until the service answers a path as is wanted. */
async function secondsUntil(
  startedMs: number,
  path: string,
  isWanted: (body: { meta?: { source: string } }) => boolean,
): Promise<number> {
  for (;;) {
    const seconds = (performance.now() - startedMs) / 1000;
    if (seconds > 5 * BOUND_SECONDS) throw new Error(`${path}: not within ${5 * BOUND_SECONDS} s`);
    const response = await fetch(`http://127.0.0.1:${PORT}${path}`).catch(() => undefined);
    if (response?.ok && isWanted((await response.json()) as { meta?: { source: string } })) return seconds;
    await sleep(250);
  }
}
