import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { familyNs, familyOf } from './cluster/process-family.js';
import { createKey } from './keyed/create-key.js';
import { publishFullRun } from './keyed/full-run.js';
import { type LoadOrder } from './keyed/load.js';
import { type Report } from './report.js';
import { median } from './statistics.js';

const WORKERS = [1, 2, 4];
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const ROUND_MS = 2_000;
const WARM_REQUESTS = 6_000;
const PATH = '/v1/weather/forecast?lat=52.23&lon=21.01';
const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

interface Server {
  port: number;
  /** All that answers, and the primary. */
  pids: number[];
  headers: string;
  stop: () => Promise<void>;
}

interface Measured {
  answered: number;
  requestsPerSecond: number;
  /** Of all the server's processes, for each request. */
  cpuMicroseconds: number;
}

/** Keyed forecasts out of memory, over 1, 2 and 4 workers, beside Fastify alone that sends the same bytes from as many processes. */
export async function bench(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-cluster-'));
  const servers: Server[] = [];
  const load = fork(join(import.meta.dirname, 'keyed/load.ts'), { execArgv: process.execArgv });
  try {
    const runs = join(folder, 'runs');
    await publishFullRun(runs);
    for (const workers of WORKERS) {
      const ours = await startService(join(folder, String(workers)), runs, workers);
      const bare = await startBare(folder, ours, workers);
      servers.push(ours, bare);
    }
    await measureAll(report, load, servers);
  } finally {
    load.kill();
    for (const { stop } of servers) await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureAll(report: Report, load: ChildProcess, servers: Server[]): Promise<void> {
  const measured: Measured[][] = servers.map(() => []);
  for (const server of servers) await warmUp(load, server);
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, server] of servers.entries()) measured[i].push(await measure(load, server));
  const cost = (i: number) => median(measured[i].map(({ cpuMicroseconds }) => cpuMicroseconds));
  for (const [i, workers] of WORKERS.entries()) {
    const [ours, bare] = [measured[2 * i], measured[2 * i + 1]];
    const label = `${workers} ${workers === 1 ? 'process' : 'workers'}`;
    report.figure(`${label}: requests`, median(ours.map((round) => round.requestsPerSecond)), '/s');
    report.figure(`${label}: processor time`, cost(2 * i), 'us/request');
    const rates = ours.map((round, n) => round.requestsPerSecond / bare[n].requestsPerSecond);
    const costs = ours.map((round, n) => bare[n].cpuMicroseconds / round.cpuMicroseconds);
    report.ratio(`${label}, requests / as many of bare Fastify`, median(rates), 1);
    report.ratio(`${label}, by processor time`, median(costs), 1);
  }
  report.ratio('a request with 2 workers, processor time / with one process', cost(2), cost(0));
  report.ratio('a request with 4 workers, processor time / with one process', cost(4), cost(0));
  report.note(
    `${cpus().length} processors, of which the caller takes one: requests a second say little. Load ${loadavg()[0].toFixed(1)}.`,
  );
}

/** Each of the processes has to be as warm as if it were alone. */
async function warmUp(load: ChildProcess, server: Server): Promise<void> {
  const enough = WARM_REQUESTS * server.pids.length;
  for (let answered = 0; answered < enough; answered += (await measure(load, server)).answered);
}

async function measure(load: ChildProcess, { port, pids, headers }: Server): Promise<Measured> {
  const before = familyNs(pids);
  load.send({ port, paths: [PATH], headers, durationMs: ROUND_MS } satisfies LoadOrder);
  const [{ answered, seconds }] = (await once(load, 'message')) as [{ answered: number; seconds: number }];
  const ranNs = familyNs(pids) - before;
  return { answered, requestsPerSecond: answered / seconds, cpuMicroseconds: ranNs / 1000 / answered };
}

async function startService(dataDirectory: string, runs: string, workers: number): Promise<Server> {
  const port = await freePort();
  cpSync(runs, join(dataDirectory, 'runs'), { recursive: true });
  const child = spawn(process.execPath, [MAIN, 'api'], {
    env: {
      ...process.env,
      DATA_DIR: dataDirectory,
      PORT: String(port),
      WORKERS: String(workers),
      DEFAULT_RATE_LIMITS: 'second=999999999,minute=999999999,hour=999999999,day=999999999',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`);
    await sleep(50);
  }
  const headers = `apikey: ${await createKey(url)}\r\n`;
  return { port, headers, pids: familyOf(child.pid!), stop: () => stop(child) };
}

async function startBare(folder: string, ours: Server, workers: number): Promise<Server> {
  const [, apikey] = ours.headers.trim().split(': ');
  const answer = await fetch(`http://127.0.0.1:${ours.port}${PATH}`, {
    headers: { apikey, 'accept-encoding': 'identity' },
  });
  if (answer.status !== 200) throw new Error(await answer.text());
  const file = join(folder, `${workers}.json`);
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
  const port = await freePort();
  const words = [String(workers), String(port), PATH, file];
  const child = fork(join(import.meta.dirname, 'cluster/bare.ts'), words, { execArgv: process.execArgv });
  await once(child, 'message');
  return { port, headers: '', pids: familyOf(child.pid!), stop: () => stop(child) };
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
