import { type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { listening, measure, type Server, startProgram, stopProgram } from '../keyed/servers.js';
import { type Report } from '../report.js';
import { median, medianError } from '../statistics.js';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20);
const ROUND_MS = 1_000;
const PATH = '/v1/weather/forecast?lat=52.2297&lon=21.0122&apikey=';

export interface RequestCase {
  label: string;
  databaseUrl: string;
  /** Used in turn. */
  keys: string[];
}

/** Compares whole requests with warm keys; each case has its own service and database. */
export async function compareRequests(
  report: Report,
  folder: string,
  keySecret: string,
  cases: RequestCase[],
): Promise<void> {
  const load = startProgram('load.ts', []);
  const servers: Server[] = [];
  try {
    for (const [number, { databaseUrl, keys }] of cases.entries()) {
      servers.push(await startService(join(folder, `service-${number}`), databaseUrl, keySecret));
      for (const key of keys) await fetch(servers[number].url + PATH + key);
    }
    const costs = await interleave(load, servers, cases);
    for (const [number, { label }] of cases.entries())
      report.figure(`a request, ${label}`, median(costs[number]), 'us of the processor');
    for (const [number, { label }] of cases.entries()) {
      if (number === 0) continue;
      const ratios = costs[number].map((cost, round) => cost / costs[0][round]);
      report.ratio(`a request, ${label}, to ${cases[0].label}`, median(ratios), 1, '<= 1.1');
      report.figure('  standard error of that ratio', medianError(ratios), '');
    }
  } finally {
    await Promise.all([load, ...servers.map((server) => server.process)].map(stopProgram));
  }
}

/** Runs rounds in rotating order, after a warm-up round. */
async function interleave(load: ChildProcess, servers: Server[], cases: RequestCase[]): Promise<number[][]> {
  const costs = cases.map((): number[] => []);
  for (let round = -1; round < ROUNDS; round++) {
    for (let place = 0; place < cases.length; place++) {
      const number = (place + Math.max(0, round)) % cases.length;
      const paths = cases[number].keys.map((key) => PATH + key);
      const order = { paths, inTurn: true, headers: '', durationMs: ROUND_MS };
      const { cpuMicroseconds } = await measure(load, servers[number], order);
      if (round >= 0) costs[number].push(cpuMicroseconds);
    }
  }
  return costs;
}

async function startService(directory: string, databaseUrl: string, keySecret: string): Promise<Server> {
  mkdirSync(directory);
  return listening(
    startProgram('service.ts', ['keyed'], {
      DATA_DIR: directory,
      DATABASE_URL: databaseUrl,
      KEY_SECRET: keySecret,
      INGEST_SCHEDULE: 'off',
    }),
  );
}
