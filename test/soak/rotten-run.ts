import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { publishedRuns } from '../../src/store/format/run-directory.js';
import { type RunManifest } from '../../src/store/format/run-manifest.js';
import { ask } from './ask.js';

/** Small enough that every record is damaged. */
const BYTES_APART = 128;
const POLL_MS = 50;
const REPLACED_WITHIN_MS = 30_000;
const DAMAGED_TOTAL = /^weather_runs_damaged_total (\d+)$/m;

/** Flips bits in every record of the newest run in a data directory. */
export async function rotNewestRun(dataDirectory: string): Promise<void> {
  const runs = join(dataDirectory, 'runs');
  const [{ name }] = publishedRuns(await readdir(runs));
  const { recordsBytes } = JSON.parse(await readFile(join(runs, name, 'run.json'), 'utf8')) as RunManifest;
  const path = join(runs, name, 'values.packed');
  const bytes = await readFile(path);
  for (let i = 0; i < recordsBytes; i += BYTES_APART) {
    const at = Math.min(i + Math.floor(Math.random() * BYTES_APART), recordsBytes - 1);
    bytes[at] ^= 1 << Math.floor(Math.random() * 8);
  }
  await writeFile(path, bytes);
}

/**
 * Resolves once a freshly started service has detected a damaged run and replaced it, or when the load ends, without
 * which nobody would detect it.
 */
export async function untilReplaced(port: number, signal: AbortSignal): Promise<void> {
  const lateMs = performance.now() + REPLACED_WITHIN_MS;
  while (!signal.aborted && !(await isReplaced(port))) {
    if (performance.now() > lateMs) throw new Error('A damaged run was not replaced within 30 s.');
    await sleep(POLL_MS);
  }
}

async function isReplaced(port: number): Promise<boolean> {
  const { body: metrics } = await ask(port, { path: '/metrics' });
  if (Number(DAMAGED_TOTAL.exec(metrics)?.[1]) < 1) return false;
  const { body } = await ask(port, { path: '/health/ready' });
  return (JSON.parse(body) as { damaged_runs: number }).damaged_runs === 0;
}
