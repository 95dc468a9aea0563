import { afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { RunCatalogue } from '../../../../src/store/catalogue/run-catalogue.js';
import { createKeyedClient } from '../../../support/forecast-caller.js';
import { publishRun } from '../../../support/published-run.js';
import { useTestApp } from '../../../support/test-app.js';
import { askOpenMeteo, type OpenMeteoBody, PLACE, postOpenMeteo } from './ask-open-meteo.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'day=100' });
let key: string;
beforeAll(async () => {
  await publishRun(app());
  ({ key } = await createKeyedClient(app()));
});
afterEach(() => void jest.restoreAllMocks());

const POINTS = Array.from({ length: 60 }, (_, i) => i).join();
const asks = (apikey: string) => [
  askOpenMeteo(app(), apikey, `${PLACE}&hourly=temperature_2m`),
  askOpenMeteo(app(), apikey, `${PLACE}&hourly=temperature_2m&format=csv`),
  askOpenMeteo(app(), apikey, `${PLACE}&hourly=temperature_2m&format=flatbuffers`),
  // Too long for one part, so it is streamed.
  askOpenMeteo(app(), apikey, `latitude=${POINTS}&longitude=${POINTS}&hourly=temperature_2m,rain`),
  postOpenMeteo(app(), apikey, { latitude: 1, longitude: 2, hourly: 'temperature_2m' }),
];

it("responds with 503 in Open-Meteo's format while keys can't be looked up", async () => {
  // Makes the service forget what it has cached about the key.
  await app().runSql('select 1');
  const restore = await app().cutDatabase();
  const answers = await Promise.all(asks(key)).finally(restore);
  for (const { status, headers, body } of answers) {
    expect(status).toBe(503);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body).toEqual({ error: true, reason: expect.not.stringMatching(/postgres|connect|sql|127\.0/i) });
  }
  expect((await askOpenMeteo(app(), key, PLACE)).status).toBe(200);
});

it("responds with 500 in Open-Meteo's format if the forecast fails, without details", async () => {
  jest.spyOn(app().app.get(RunCatalogue), 'runs').mockImplementation(() => {
    throw new Error('SECRET at /srv/data/runs');
  });
  for (const { status, headers, body } of await Promise.all(asks(key))) {
    expect(status).toBe(500);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('retry-after')).toBeNull();
    expect(body as Partial<OpenMeteoBody>).toEqual({ error: true, reason: expect.any(String) });
    expect(JSON.stringify([body, Object.fromEntries(headers)])).not.toMatch(/SECRET|srv/);
  }
  expect(app().logLines.join()).toContain('SECRET at /srv/data/runs');
  jest.restoreAllMocks();
  const { headers } = await askOpenMeteo(app(), key, PLACE);
  // The five failed requests and the five before them cost nothing.
  expect(headers.get('ratelimit')).toContain('"day";r=98;');
});
