import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { isRunning, postgresProcessesIn } from '../../src/database/embedded-postgres/process-table.js';
import { ApiCaller, createApiKey, createClient, PASSWORD } from '../support/api-caller.js';
import { Scrape } from '../support/exposition.js';
import { FORECAST, POINT } from '../support/forecast-caller.js';
import { readUsage } from '../support/usage-caller.js';
import { childrenOf } from './project-command.js';
import { ServiceHome, ServiceProcess } from './service-process.js';

/** Of which workers are lent a part. */
const LIMIT = 400;
/** Too small to be lent. */
const SMALL_LIMIT = 50;
const SMALL = { rate_limits: { day: SMALL_LIMIT } };
const CALLERS = 40;
const EMAIL = 'member@example.com';

function workersOf({ nodePid }: ServiceProcess): number[] {
  return childrenOf(nodePid)
    .filter(({ command }) => command.includes('main.js'))
    .map(({ pid }) => pid);
}

async function register(home: ServiceHome): Promise<ApiCaller> {
  const caller = new ApiCaller(home.url);
  await caller.post('/v1/accounts', { full_name: 'A Member', email: EMAIL, password: PASSWORD });
  await caller.post('/v1/sessions', { email: EMAIL, password: PASSWORD });
  return caller;
}

async function ask({ url }: ServiceHome, apikey: string): Promise<number> {
  const answer = await fetch(`${url}${FORECAST}?${POINT}`, { headers: { apikey } });
  await answer.arrayBuffer();
  return answer.status;
}

/** Lets callers at once ask one time after the other. */
async function askOften(home: ServiceHome, apikey: string, count: number): Promise<number[]> {
  const statuses: number[] = [];
  let asked = 0;
  const caller = async () => {
    while (asked++ < count) statuses.push(await ask(home, apikey));
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return statuses;
}

/** What usage says, once it has as many requests. */
async function countedRequests(caller: ApiCaller, requests: number) {
  for (;;) {
    const { totals } = await readUsage(caller, 'interval=day');
    if (totals.requests >= requests) return totals;
    await sleep(50);
  }
}

/** Each scrape reaches one worker, which answers for all of them and for the process that started them. */
async function expectOneAnswerForAll(home: ServiceHome): Promise<void> {
  const durations = { route: FORECAST, method: 'GET' };
  const counted = async () => (await Scrape.of(home)).value('http_request_duration_seconds_count', durations);
  while ((await counted()) !== 2 * LIMIT) await sleep(50);
  const scrape = await Scrape.of(home);
  expect(scrape.value('weather_limit_decisions_total', { decision: 'admitted' })).toBe(LIMIT);
  expect(scrape.value('weather_limit_decisions_total', { decision: 'refused' })).toBe(LIMIT);
  expect(scrape.value('weather_ingest_state', { model: 'gfs' })).toBe(1);
  expect(scrape.value('weather_build_info')).toBe(1);
}

describe('npm start with WORKERS=2', () => {
  let home: ServiceHome;
  beforeEach(async () => {
    home = await ServiceHome.create({ WORKERS: '2', DEFAULT_RATE_LIMITS: `day=${LIMIT}` });
  });
  afterEach(() => home.remove());

  test('admits exactly the limit out of twice as many, and counts every one of them', async () => {
    const service = await ServiceProcess.start(home);
    const caller = await register(home);
    const { key } = await createApiKey(caller, await createClient(caller));

    const statuses = await askOften(home, key, 2 * LIMIT);

    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT);
    expect(statuses.filter((status) => status === 429)).toHaveLength(LIMIT);
    for (const worker of [1, 2])
      expect(service.npm.output).toMatch(new RegExp(`"worker":${worker},.*"route":"${FORECAST}"`));
    expect(await countedRequests(caller, 2 * LIMIT)).toMatchObject({
      requests: 2 * LIMIT,
      units: LIMIT,
      throttled: LIMIT,
    });
    await expectOneAnswerForAll(home);
    await service.stop();

    // The limits are the service's: a restart changes nothing about them.
    const next = await ServiceProcess.start(home);
    expect(await ask(home, key)).toBe(429);
    await next.stop();
  }, 300_000);

  test('lets no more passwords be guessed than one process does', async () => {
    const service = await ServiceProcess.start(home);
    const email = 'guessed@example.com';

    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, number) =>
        new ApiCaller(home.url).post('/v1/sessions', { email, password: `guess ${number}` }),
      ),
    );

    // Five are free in each process that counts by itself; five more would take half a minute to wait for.
    expect(guesses.filter(({ status }) => status === 401).length).toBeLessThan(10);
    expect(guesses.every(({ status }) => status === 401 || status === 429)).toBe(true);
    await service.stop();
  }, 300_000);

  test('a worker that is killed is replaced, and nothing that was answered is lost', async () => {
    const service = await ServiceProcess.start(home);
    const caller = await register(home);
    const { key } = await createApiKey(caller, await createClient(caller, SMALL));
    const before = await Promise.all(Array.from({ length: 20 }, () => ask(home, key)));
    expect(before.filter((status) => status === 200)).toHaveLength(20);
    const [victim, other] = workersOf(service);

    process.kill(victim, 'SIGKILL');
    await service.npm.line(/A worker took its place/);

    const after = workersOf(service);
    expect(after).toHaveLength(2);
    expect(after).toContain(other);
    const statuses = await Promise.all(Array.from({ length: 2 * SMALL_LIMIT }, () => ask(home, key)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(SMALL_LIMIT - 20);
    expect(await countedRequests(caller, 20 + 2 * SMALL_LIMIT)).toMatchObject({
      requests: 20 + 2 * SMALL_LIMIT,
      units: SMALL_LIMIT,
    });
    await service.stop();
  }, 300_000);

  test('kill -9 of the primary ends the workers, and the next start has all that was answered', async () => {
    const service = await ServiceProcess.start(home);
    const caller = await register(home);
    const { key } = await createApiKey(caller, await createClient(caller, SMALL));
    const workers = workersOf(service);
    const statuses = await Promise.all(Array.from({ length: 2 * SMALL_LIMIT }, () => ask(home, key)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(SMALL_LIMIT);

    process.kill(service.nodePid, 'SIGKILL');
    while (workers.some(isRunning)) await sleep(20);

    const next = await ServiceProcess.start(home);
    expect(await ask(home, key)).toBe(429);
    expect(await countedRequests(caller, 2 * SMALL_LIMIT + 1)).toMatchObject({
      requests: 2 * SMALL_LIMIT + 1,
      units: SMALL_LIMIT,
    });
    await next.stop();
  }, 300_000);

  test('Ctrl-C ends all of them, with exit code 0', async () => {
    const service = await ServiceProcess.start(home);
    const workers = workersOf(service);
    service.npm.signalGroup('SIGINT');
    expect(await service.npm.ended).toMatchObject({ code: 0, signal: null });
    await service.gone();
    expect(workers.filter(isRunning)).toEqual([]);
  }, 300_000);

  test('a port that is taken is one message, and nothing is left running', async () => {
    const server = createServer();
    await once(server.listen(home.port, '127.0.0.1'), 'listening');
    const { code, output } = await home.run(['npm', 'start']).ended;
    server.close();
    expect(code).toBe(1);
    expect(output.match(/The port is taken/g)).toHaveLength(1);
    expect(output).not.toContain('took its place');
    expect(postgresProcessesIn(home.databaseDirectory)).toEqual([]);
  }, 300_000);
});
