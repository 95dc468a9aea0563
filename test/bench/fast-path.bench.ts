import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FAST_PATH } from '../../src/core/http/fast-path/fast-path.decorator.js';
import { createKey, NO_LIMITS } from './keyed/create-key.js';
import { publishFullRun } from './keyed/full-run.js';
import { measurePairs } from './keyed/pairs.js';
import { randomPoint } from './keyed/points.js';
import { measure, startProgram, stopProgram } from './keyed/servers.js';
import { startApp } from './keyed/start-app.js';
import { type Report } from './report.js';
import { median, medianError } from './statistics.js';

const POINTS = 50;
const PAIRS = Number(process.env.BENCH_PAIRS ?? 200);
/** Short, so that both rounds of a pair run under about the same load of the machine. */
const ROUND_MS = 100;

/**
 * How much CPU time each optimization of fast routes saves per keyed request. The service runs in this process, and one
 * optimization at a time is turned off in every second round, so that nothing else differs.
 */
export async function bench(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-fast-path-'));
  await publishFullRun(join(folder, 'runs'));
  const { url, stop } = await startApp({
    ...process.env,
    DATA_DIR: folder,
    INGEST_SCHEDULE: 'off',
    LOG_LEVEL: 'warn',
    DEFAULT_RATE_LIMITS: NO_LIMITS,
  });
  const load = startProgram('load.ts', []);
  try {
    const headers = `apikey: ${await createKey(url)}\r\n`;
    const paths = Array.from({ length: POINTS }, () => randomPoint());
    const order = { paths, headers, durationMs: ROUND_MS };
    // Warms up, so that the CPU time is that of a service that has run for a while.
    await measure(load, { process, url }, { ...order, durationMs: 50 * ROUND_MS });
    for (const name of Object.keys(FAST_PATH) as (keyof typeof FAST_PATH)[]) {
      const round = (isDone: boolean) => () => {
        FAST_PATH[name] = isDone;
        return measure(load, { process, url }, order);
      };
      const pairs = await measurePairs(PAIRS, round(true), round(false));
      FAST_PATH[name] = true;
      const saved = pairs.map(([done, undone]) => undone.cpuMicroseconds - done.cpuMicroseconds);
      report.figure(`${name} saves (>= 1)`, median(saved), 'us/request');
      report.figure('  standard error of the median', medianError(saved), 'us/request');
      report.figure('  of', median(pairs.map(([, undone]) => undone.cpuMicroseconds)), 'us/request');
    }
  } finally {
    await stopProgram(load);
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
