import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { DAY_MS, HOUR_MS } from '../../../../src/core/time/index.js';
import { createKeyedClient, type KeyedClient } from '../../../support/forecast-caller.js';
import { bodyOf, JobCaller, JOBS } from '../../../support/job-caller.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

/** Fakes the date only, not the timers. */
const ONLY_DATE = {
  advanceTimers: true,
  doNotFake: [
    'clearImmediate',
    'clearInterval',
    'clearTimeout',
    'hrtime',
    'nextTick',
    'performance',
    'queueMicrotask',
    'setImmediate',
    'setInterval',
    'setTimeout',
  ],
} satisfies Parameters<typeof jest.useFakeTimers>[0];
/** Shifts the database's clock, as the service reads it. */
const DATABASE_CLOCK = `
  create schema clock;
  create table clock.shift (ms float8 not null);
  insert into clock.shift values (0);
  create function clock.now() returns timestamptz stable language sql as
    'select pg_catalog.now() + make_interval(secs => (select ms / 1000 from clock.shift))';
  create function clock.clock_timestamp() returns timestamptz volatile language sql as
    'select pg_catalog.clock_timestamp() + make_interval(secs => (select ms / 1000 from clock.shift))';
  do $$ begin
    execute format('alter database %I set search_path = clock, public, pg_catalog', current_database());
  end $$;`;

let app: TestApp;
const jobs = new JobCaller(() => app);
beforeAll(async () => {
  jest.useFakeTimers(ONLY_DATE);
  app = await startTestApp();
  await app.runSql(DATABASE_CLOCK);
  // Only new connections use it.
  await (
    await app.cutDatabase()
  )();
  // The service may still hold a connection that was cut.
  while ((await fetch(`${app.url}/health/ready`)).status !== 200);
});
afterAll(async () => {
  jest.useRealTimers();
  await app.close();
});

/** Sets the clocks of the service and of its database. */
async function setClocks(timeMs: number): Promise<void> {
  const shiftMs = timeMs - jest.getRealSystemTime();
  await app.runSql('update clock.shift set ms = ?', [shiftMs]);
  jest.setSystemTime(timeMs);
}

/** Returns the job once it has ended or waits for a time in the future. */
async function waitingOrDone(id: string): Promise<{ status: string; dueMs: number }> {
  for (;;) {
    const { status, is_later } = await jobs.once(id, ['waiting', 'done', 'failed']);
    const [{ due }] = await app.runSql(
      'select extract(epoch from due_at)::float8 * 1000 as due from forecast_jobs where id = ?',
      [id],
    );
    if (status !== 'waiting' || is_later) return { status: status as string, dueMs: due as number };
  }
}

async function usageOf(table: string, { clientId }: KeyedClient) {
  await jobs.unitsOf({ clientId } as KeyedClient);
  return (await app.runSql(
    `select extract(epoch from start)::float8 * 1000 as "startMs", sum(units)::int as units
     from usage.${table} where client_id = ? and route = ? group by start order by start`,
    [clientId, `POST ${JOBS}`],
  )) as { startMs: number; units: number }[];
}

const bodyWith = (points: number) => ({ ...bodyOf(points), source: 'climatology' });
/** A time tomorrow, in UTC. */
const at = (hours: number) => (Math.floor(jest.getRealSystemTime() / DAY_MS) + 1) * DAY_MS + hours * HOUR_MS;

it('continues hour by hour with the units that refill, less those reserved for requests', async () => {
  const [limit, points, startMs] = [100, 200, at(9.5)];
  const client = await createKeyedClient(app, { rate_limits: { hour: limit } });
  await setClocks(startMs);
  const { id } = (await jobs.submit(bodyWith(points), client)).body;
  let job = await waitingOrDone(id);
  expect(job.status).toBe('waiting');
  expect((await jobs.ask(id, client)).status).toBe(200);
  let waits = 0;
  for (; job.status === 'waiting'; job = await waitingOrDone(id), waits++) await setClocks(job.dueMs);

  expect(job.status).toBe('done');
  expect(waits).toBeGreaterThan(5);
  const minutes = await usageOf('client_minutes', client);
  let units = 0;
  for (const minute of minutes) {
    units += minute.units;
    const hours = (minute.startMs + 60_000 - startMs) / HOUR_MS;
    // A tenth is reserved. The whole limit is available at the start, and refills evenly from then on.
    expect(units).toBeLessThanOrEqual(limit * (0.9 + hours) + 1);
  }
  expect(units).toBe(points);
  expect(minutes.at(-1)!.startMs - minutes[0].startMs).toBeGreaterThan(HOUR_MS);
  expect(await jobs.unitsOf(client)).toEqual({ units: points, requests: 1 });
});

it("as large as a day's limit continues after midnight UTC", async () => {
  const [limit, midnightMs] = [100, at(24)];
  const client = await createKeyedClient(app, { rate_limits: { day: limit } });
  await setClocks(midnightMs - 1.5 * HOUR_MS);
  const { id } = (await jobs.submit(bodyWith(limit), client)).body;
  expect(await waitingOrDone(id)).toMatchObject({ status: 'waiting' });
  const { body: waiting } = await jobs.ask(id, client);
  const untilMs = Date.parse(waiting.waiting_until!);
  expect(untilMs).toBeGreaterThanOrEqual(midnightMs);
  expect(untilMs).toBeLessThanOrEqual(midnightMs + 2000);
  const [firstDay] = await usageOf('client_days', client);
  expect(firstDay).toEqual({ startMs: midnightMs - DAY_MS, units: waiting.units_charged });
  expect(firstDay.units).toBeLessThanOrEqual(0.9 * limit);

  await setClocks(untilMs + 1000);
  expect(await jobs.ended(id)).toMatchObject({ status: 'done', units_charged: limit });
  expect(await usageOf('client_days', client)).toEqual([
    firstDay,
    { startMs: midnightMs, units: limit - firstDay.units },
  ]);
  expect(await jobs.unitsOf(client)).toEqual({ units: limit, requests: 1 });
  const { headers } = await jobs.ask(id, client);
  expect(headers.get('ratelimit')).toContain(`"day";r=${firstDay.units - 1};`);
});
