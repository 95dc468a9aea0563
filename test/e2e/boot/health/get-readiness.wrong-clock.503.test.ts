import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { ApiCaller } from '../../../support/api-caller.js';
import { Scrape } from '../../../support/exposition.js';
import { flushedUsage } from '../../../support/flushed-usage.js';
import { askForecast, createKeyedClient } from '../../../support/forecast-caller.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

const DAY_SECONDS = 86_400;
/** The date advances at its usual speed; timers aren't faked. */
const WRONG_DATE = {
  now: Date.now() + 500 * DAY_SECONDS * 1_000,
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

let app: TestApp;
beforeAll(async () => {
  jest.useFakeTimers(WRONG_DATE);
  app = await startTestApp();
});
afterAll(async () => {
  jest.useRealTimers();
  await app.close();
});

it("isn't ready while its clock is wrong, and reports it in the log and in a metric", async () => {
  const { status, body } = await new ApiCaller(app.url).get<Record<string, unknown>>('/health/ready');
  expect(status).toBe(503);
  expect(body).toMatchObject({ status: 'unavailable', database: 'ready', store: 'ready' });
  expect(Math.round((body.clock_ahead_seconds as number) / DAY_SECONDS)).toBe(500);

  const scrape = await Scrape.of(app);
  expect(Math.round(scrape.value('weather_clock_ahead_seconds')! / DAY_SECONDS)).toBe(500);
  expect(app.logLines.some((line) => line.includes("ahead of the database's"))).toBe(true);
});

it("books usage on the database's day, and doesn't delete data too early by its own clock", async () => {
  const { clientId, key } = await createKeyedClient(app);
  expect((await askForecast(app, { apikey: key })).status).toBe(200);

  expect(
    await flushedUsage(
      app,
      `select count(*)::int as rows from usage.client_days
       where client_id = '${clientId}' and abs(extract(epoch from now() - start)) <= ${2 * DAY_SECONDS}`,
    ),
  ).toEqual([{ rows: 1 }]);
  const partitions = await app.runSql(
    `select to_regclass('usage.requests_' || to_char(now() at time zone 'utc', 'YYYYMMDD')) is not null as today`,
  );
  expect(partitions).toEqual([{ today: true }]);
});
