import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishFullRun } from './keyed/full-run.js';
import { type LoadOrder } from './keyed/load.js';
import { randomPoint } from './keyed/points.js';
import { type Report } from './report.js';

const POINTS = 1_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const ROUND_MS = 2_000;
/** The unit of processor time in /proc. */
const TICKS_PER_SECOND = 100;

interface Server {
  process: ChildProcess;
  url: string;
}

interface Measured {
  requestsPerSecond: number;
  /** Of the server's process, for each request; NaN where the system does not tell. */
  cpuMicroseconds: number;
}

/**
 * Full forecasts (18 metrics, 120 hours) through key, scope, limits and metering, beside Fastify alone that sends the
 * same bytes, and beside the same route without a key. Each server has a process of its own, and so has the caller.
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
    const load = start('load.ts', []);
    servers.push({ process: load, url: '' });
    await measureAll(report, load, { keyed, open, bare }, paths, `apikey: ${apikey}\r\n`);
  } finally {
    await Promise.all(servers.map(stop));
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
  const cases = {
    bare: () => measure(load, bare, paths, ''),
    open: () => measure(load, open, paths, ''),
    keyed: () => measure(load, keyed, paths, headers),
    distinct: () => measure(load, keyed, [], headers),
  };
  const names = Object.keys(cases) as (keyof typeof cases)[];
  for (const name of names) await cases[name]();
  const rounds: Record<keyof typeof cases, Measured>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const measured = {} as Record<keyof typeof cases, Measured>;
    for (const name of names) measured[name] = await cases[name]();
    rounds.push(measured);
  }
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  for (const name of names) {
    report.figure(
      `${name}: requests`,
      of((round) => round[name].requestsPerSecond),
      '/s',
    );
    report.figure(
      `${name}: processor time`,
      of((round) => round[name].cpuMicroseconds),
      'us/request',
    );
  }
  const rate = (name: keyof typeof cases) =>
    of((round) => round[name].requestsPerSecond / round.bare.requestsPerSecond);
  const cpu = (name: keyof typeof cases) =>
    of((round) => round.bare.cpuMicroseconds / round[name].cpuMicroseconds);
  report.ratio(`${POINTS} points by Zipf's law, requests / bare Fastify`, rate('keyed'), 1, '>= 0.6');
  report.ratio('the same by processor time', cpu('keyed'), 1, '>= 0.6');
  report.ratio('all points distinct, requests / bare Fastify', rate('distinct'), 1);
  const cost = of((round) => round.keyed.cpuMicroseconds - round.open.cpuMicroseconds);
  report.figure('key, scope, limits and metering (<= 6)', cost, 'us/request');
  report.ratio(
    'their share of the request',
    cost,
    of((round) => round.keyed.cpuMicroseconds),
  );
}

async function measure(
  load: ChildProcess,
  server: Server,
  paths: string[],
  headers: string,
): Promise<Measured> {
  const before = cpuSeconds(server.process.pid!);
  const order: LoadOrder = { port: Number(new URL(server.url).port), paths, headers, durationMs: ROUND_MS };
  load.send(order);
  const [{ answered, seconds }] = (await once(load, 'message')) as [{ answered: number; seconds: number }];
  const cpu = cpuSeconds(server.process.pid!) - before;
  return { requestsPerSecond: answered / seconds, cpuMicroseconds: (cpu * 1e6) / answered };
}

/** User and system time of a process with all its threads. */
function cpuSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return NaN;
  }
}

async function startService(folder: string, variant: 'keyed' | 'open'): Promise<Server> {
  const dataDirectory = join(folder, variant);
  await publishFullRun(join(dataDirectory, 'runs'));
  return started(
    start('service.ts', [variant], {
      DATA_DIR: dataDirectory,
      INGEST_SCHEDULE: 'off',
      DEFAULT_RATE_LIMITS: 'second=999999999,minute=999999999,hour=999999999,day=999999999',
    }),
  );
}

async function startBare(folder: string, paths: string[], from: string): Promise<Server> {
  const bodies = join(folder, 'bodies');
  mkdirSync(bodies);
  for (const [number, path] of paths.entries()) {
    const answer = await fetch(from + path, { headers: { 'accept-encoding': 'identity' } });
    if (answer.status !== 200) throw new Error(await answer.text());
    writeFileSync(join(bodies, `${number}.json`), Buffer.from(await answer.arrayBuffer()));
  }
  writeFileSync(join(bodies, 'paths.json'), JSON.stringify(paths));
  return started(start('bare.ts', [bodies]));
}

function start(file: string, parameters: string[], environment: NodeJS.ProcessEnv = {}): ChildProcess {
  const profile =
    process.env.BENCH_PROFILE === file.replace('.ts', parameters[0] ?? '') ? ['--cpu-prof'] : [];
  return fork(join(import.meta.dirname, 'keyed', file), parameters, {
    env: { ...process.env, ...environment },
    execArgv: [...process.execArgv, ...profile],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

async function started(child: ChildProcess): Promise<Server> {
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`It ended with ${code}.`))),
  ])) as [{ url: string }];
  return { process: child, url: message.url };
}

async function stop({ process: child }: Server): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.send('stop');
  await ended;
}

async function createKey(url: string): Promise<string> {
  let cookie = '';
  const post = async <T>(path: string, body: object): Promise<T> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
    cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie;
    return (await answer.json()) as T;
  };
  const credentials = { email: 'bench@example.com', password: 'quiet morning in may' };
  await post('/v1/accounts', { full_name: 'Bench', ...credentials });
  await post('/v1/sessions', credentials);
  const { client_id } = await post<{ client_id: string }>('/v1/clients', { name: 'Bench' });
  return (await post<{ key: string }>(`/v1/clients/${client_id}/api-keys`, { name: 'Bench' })).key;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
