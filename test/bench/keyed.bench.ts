import { type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey, NO_LIMITS } from './keyed/create-key.js';
import { publishFullRun } from './keyed/full-run.js';
import { measurePairs } from './keyed/pairs.js';
import { randomPoint } from './keyed/points.js';
import {
  listening,
  measure,
  type Measured,
  type Server,
  startProgram,
  stopProgram,
} from './keyed/servers.js';
import { type Report } from './report.js';
import { median, medianError, quantile } from './statistics.js';

const POINTS = 1_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const ROUND_MS = 2_000;
/** Keys, limits and metering cost little compared with the rest of a request, so it takes many rounds to measure. */
const PAIRS = Number(process.env.BENCH_PAIRS ?? 40);
/** The flusher runs once a second. */
const PAIR_ROUND_MS = 1_000;

/**
 * Full forecasts (18 fields, 120 hours) through key, scope, limits and metering, compared with Fastify alone sending
 * the same bytes, and with the same route without a key. Each server and the load generator run in separate processes.
 */
export async function bench(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-keyed-'));
  const servers: Server[] = [];
  try {
    const keyed = await startService(folder, 'keyed');
    const open = await startService(folder, 'open');
    servers.push(keyed, open);
    const apikey = await createKey(keyed.url);
    const paths = Array.from({ length: POINTS }, () => randomPoint());
    const bare = await startBare(folder, paths, open.url);
    servers.push(bare);
    const load = startProgram('load.ts', []);
    servers.push({ process: load, url: '' });
    await measureAll(report, load, { keyed, open, bare }, paths, `apikey: ${apikey}\r\n`);
  } finally {
    await Promise.all(servers.map((server) => stopProgram(server.process)));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureAll(
  report: Report,
  load: ChildProcess,
  { keyed, open, bare }: Record<'keyed' | 'open' | 'bare', Server>,
  paths: string[],
  headers: string,
): Promise<void> {
  // Twice, since only a repeated request stays in the response cache.
  for (const path of [...paths, ...paths]) await fetchOk(keyed.url + path, headers);
  for (const path of paths) await fetchOk(open.url + path);
  const beside = {
    bare: () => measure(load, bare, { paths, headers: '', durationMs: ROUND_MS }),
    open: () => measure(load, open, { paths, headers: '', durationMs: ROUND_MS }),
    keyed: () => measure(load, keyed, { paths, headers, durationMs: ROUND_MS }),
  };
  const byZipf = await interleave(beside);
  // Measured last, since other points evict the first ones from the response cache.
  const distinct = await interleave({
    bare: beside.bare,
    distinct: () => measure(load, keyed, { paths: [], headers, durationMs: ROUND_MS }),
  });
  for (const [name, measured] of [...Object.entries(byZipf), ['distinct', distinct.distinct] as const]) {
    report.figure(`${name}: requests`, median(measured.map((round) => round.requestsPerSecond)), '/s');
    report.figure(
      `${name}: processor time`,
      median(measured.map((round) => round.cpuMicroseconds)),
      'us/request',
    );
  }
  const zipf = `${POINTS} points by Zipf's law`;
  report.ratio(`${zipf}, requests / bare Fastify`, ...rates(byZipf.keyed, byZipf.bare), '>= 0.6');
  report.ratio(`${zipf}, by processor time`, ...processorTimes(byZipf.bare, byZipf.keyed), '>= 0.6');
  report.ratio(`the same without a key, by processor time`, ...processorTimes(byZipf.bare, byZipf.open));
  report.ratio('all points distinct, requests / bare Fastify', ...rates(distinct.distinct, distinct.bare));
  await measureDifference(report, {
    open: () => measure(load, open, { paths, headers: '', durationMs: PAIR_ROUND_MS }),
    keyed: () => measure(load, keyed, { paths, headers, durationMs: PAIR_ROUND_MS }),
  });
}

async function measureDifference(
  report: Report,
  { open, keyed }: Record<'open' | 'keyed', () => Promise<Measured>>,
): Promise<void> {
  const pairs = await measurePairs(PAIRS, open, keyed);
  const costs = pairs.map(([without, withKey]) => withKey.cpuMicroseconds - without.cpuMicroseconds);
  const totals = pairs.map(([, withKey]) => withKey.cpuMicroseconds);
  report.figure('key, scope, limits and metering (<= 6)', median(costs), 'us/request');
  report.figure('  first quartile of the pairs', quantile(costs, 0.25), 'us/request');
  report.figure('  third quartile of the pairs', quantile(costs, 0.75), 'us/request');
  report.figure('  standard error of the median', medianError(costs), 'us/request');
  report.ratio('their share of a request', median(costs), median(totals));
}

/** Runs the cases in turn for several rounds, after a warm-up round. */
async function interleave<Name extends string>(
  cases: Record<Name, () => Promise<Measured>>,
): Promise<Record<Name, Measured[]>> {
  const names = Object.keys(cases) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, [] as Measured[]])) as Record<
    Name,
    Measured[]
  >;
  for (const name of names) await cases[name]();
  for (let round = 0; round < ROUNDS; round++)
    for (const name of names) measured[name].push(await cases[name]());
  return measured;
}

/** Returns the median of the ratios within each round, relative to 1. */
function rates(ours: Measured[], yardstick: Measured[]): [number, number] {
  return [median(ours.map((round, i) => round.requestsPerSecond / yardstick[i].requestsPerSecond)), 1];
}

function processorTimes(yardstick: Measured[], ours: Measured[]): [number, number] {
  return [median(yardstick.map((round, i) => round.cpuMicroseconds / ours[i].cpuMicroseconds)), 1];
}

async function startService(folder: string, variant: 'keyed' | 'open'): Promise<Server> {
  const dataDirectory = join(folder, variant);
  await publishFullRun(join(dataDirectory, 'runs'));
  return listening(
    startProgram('service.ts', [variant], {
      DATA_DIR: dataDirectory,
      INGEST_SCHEDULE: 'off',
      DEFAULT_RATE_LIMITS: NO_LIMITS,
    }),
  );
}

async function startBare(folder: string, paths: string[], from: string): Promise<Server> {
  const bodies = join(folder, 'bodies');
  mkdirSync(bodies);
  for (const [number, path] of paths.entries()) {
    const answer = await fetchOk(from + path);
    writeFileSync(join(bodies, `${number}.json`), Buffer.from(await answer.arrayBuffer()));
  }
  writeFileSync(join(bodies, 'paths.json'), JSON.stringify(paths));
  return listening(startProgram('bare.ts', [bodies]));
}

/** @param headers a single header line, or empty */
async function fetchOk(url: string, headers = ''): Promise<Response> {
  const [name, value] = headers.trim().split(': ');
  const answer = await fetch(url, {
    headers: { 'accept-encoding': 'identity', ...(value !== undefined && { [name]: value }) },
  });
  if (answer.status !== 200) throw new Error(await answer.text());
  return answer;
}
