import { type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRedisInstalled, RedisServer } from '../support/redis-server.js';
import { createKey } from './keyed/create-key.js';
import { publishFullRun } from './keyed/full-run.js';
import { measurePairs } from './keyed/pairs.js';
import { processorNs } from './keyed/processor-time.js';
import { listening, measure, type Server, startProgram, stopProgram } from './keyed/servers.js';
import { type Report } from './report.js';
import { median, medianError } from './statistics.js';

const PAIRS = Number(process.env.BENCH_PAIRS ?? 20);
const ROUND_MS = 1_000;
const PATH = '/v1/weather/forecast?lat=52.23&lon=21.01';

interface KeyedServer extends Server {
  headers: string;
}

/**
 * Keyed forecasts from memory with limits in Redis, as replicas share them, compared with limits in the process: with
 * many concurrent requests, which query Redis together, and with one at a time.
 */
export async function bench(report: Report): Promise<void> {
  if (!isRedisInstalled) return report.note('skipped: redis-server is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'bench-replicas-'));
  const redis = await RedisServer.start();
  const children: ChildProcess[] = [];
  try {
    const load = startProgram('load.ts', []);
    children.push(load);
    const alone = await startService(join(folder, 'alone'), {});
    children.push(alone.process);
    const shared = await startService(join(folder, 'shared'), { REDIS_URL: redis.url });
    children.push(shared.process);
    for (const connections of [32, 1]) await compare(report, load, redis, { alone, shared }, connections);
  } finally {
    await Promise.all(children.map(stopProgram));
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(
  report: Report,
  load: ChildProcess,
  redis: RedisServer,
  { alone, shared }: Record<'alone' | 'shared', KeyedServer>,
  connections: number,
): Promise<void> {
  const redisCosts: number[] = [];
  const ask = (server: KeyedServer) =>
    measure(load, server, { paths: [PATH], headers: server.headers, connections, durationMs: ROUND_MS });
  const askShared = async () => {
    const beforeNs = processorNs(redis.pid);
    const measured = await ask(shared);
    redisCosts.push((processorNs(redis.pid) - beforeNs) / 1000 / measured.answered);
    return measured;
  };
  const pairs = await measurePairs(PAIRS, () => ask(alone), askShared);
  const label = `${connections} at a time`;
  report.figure(
    `${label}, limits in the process`,
    median(pairs.map(([without]) => without.cpuMicroseconds)),
    'us/request',
  );
  report.figure(
    `${label}, limits in Redis`,
    median(pairs.map(([, withRedis]) => withRedis.cpuMicroseconds)),
    'us/request',
  );
  const costs = pairs.map(([without, withRedis]) => withRedis.cpuMicroseconds - without.cpuMicroseconds);
  report.figure(`${label}, what Redis adds`, median(costs), 'us/request');
  report.figure('  standard error of the median', medianError(costs), 'us/request');
  report.figure(`${label}, of Redis itself`, median(redisCosts), 'us/request');
  const ratios = pairs.map(([without, withRedis]) => withRedis.cpuMicroseconds / without.cpuMicroseconds);
  report.ratio(`${label}, processor time with Redis / without`, median(ratios), 1);
}

async function startService(
  dataDirectory: string,
  environment: Record<string, string>,
): Promise<KeyedServer> {
  await publishFullRun(join(dataDirectory, 'runs'));
  const server = await listening(
    startProgram('service.ts', ['keyed'], {
      DATA_DIR: dataDirectory,
      INGEST_SCHEDULE: 'off',
      DEFAULT_RATE_LIMITS: 'second=999999999,minute=999999999,hour=999999999,day=999999999',
      ...environment,
    }),
  );
  return { ...server, headers: `apikey: ${await createKey(server.url)}\r\n` };
}
