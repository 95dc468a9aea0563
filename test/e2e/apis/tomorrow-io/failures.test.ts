import { afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { RunCatalogue } from '../../../../src/store/catalogue/run-catalogue.js';
import { createKeyedClient } from '../../../support/forecast-caller.js';
import { publishRun } from '../../../support/published-run.js';
import { useTestApp } from '../../../support/test-app.js';
import {
  askTomorrowIo,
  LOCATION,
  postTimelines,
  REALTIME,
  TIMELINES,
  WEATHER_FORECAST,
} from './ask-tomorrow-io.js';

const app = useTestApp();
let key: string;
beforeAll(async () => {
  await publishRun(app());
  ({ key } = await createKeyedClient(app()));
});
afterEach(() => void jest.restoreAllMocks());

const asks = (apikey: string) => [
  askTomorrowIo(app(), apikey, TIMELINES, `${LOCATION}&fields=temperature`),
  askTomorrowIo(app(), apikey, WEATHER_FORECAST, LOCATION),
  askTomorrowIo(app(), apikey, REALTIME, LOCATION),
  postTimelines(app(), apikey, { location: '1,2', fields: ['temperature'] }),
];

it("responds with 503 in Tomorrow.io's format while keys can't be looked up", async () => {
  // Makes the service forget what it has cached about the key.
  await app().runSql('select 1');
  const restore = await app().cutDatabase();
  const answers = await Promise.all(asks(key)).finally(restore);
  for (const { status, headers, body } of answers) {
    expect([status, body]).toEqual([
      503,
      {
        code: 503001,
        type: 'Service Unavailable',
        message: expect.not.stringMatching(/postgres|connect|sql|127\.0/i),
      },
    ]);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await askTomorrowIo(app(), key, REALTIME, LOCATION)).status).toBe(200);
});

it("responds with 500 in Tomorrow.io's format if the forecast fails, without details", async () => {
  jest.spyOn(app().app.get(RunCatalogue), 'runs').mockImplementation(() => {
    throw new Error('SECRET at /srv/data/runs');
  });
  for (const { status, headers, body } of await Promise.all(asks(key))) {
    expect([status, body]).toEqual([
      500,
      { code: 500001, type: 'Internal Error', message: expect.any(String) },
    ]);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('retry-after')).toBeNull();
    expect(JSON.stringify([body, Object.fromEntries(headers)])).not.toMatch(/SECRET|srv/);
  }
  expect(app().logLines.join()).toContain('SECRET at /srv/data/runs');
  jest.restoreAllMocks();
  // Failed requests cost nothing.
  const { headers } = await askTomorrowIo(app(), key, REALTIME, LOCATION);
  expect(headers.get('x-ratelimit-remaining-day')).toBe('49998');
});
