import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../../src/core/time/index.js';
import {
  askForecast,
  createKeyedClient,
  POINT,
  POINT_BODY,
  postForecast,
  postForecasts,
} from '../../support/forecast-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ MODELS: 'ifs,gfs' });
let common: { startTime: string; endTime: string; fields: string[] };
let query: string;
let key: string;

beforeAll(async () => {
  const run = await publishRun(app(), 1, { model: 'ifs', celsius: 20 });
  // From the middle of the last 12 hours of the IFS run to one hour past its end.
  const [startTime, endTime] = [18, 25].map((hours) =>
    new Date(run.getTime() + hours * HOUR_MS).toISOString(),
  );
  common = { startTime, endTime, fields: ['temperature'] };
  query = `${POINT}&startTime=${startTime}&endTime=${endTime}&fields=temperature`;
  await publishRun(app(), 1, { celsius: 8, stepsHours: [0, 24, 48] });
  ({ key } = await createKeyedClient(app()));
});

it('is one response, the same for every way to request it', async () => {
  const { status, body } = await askForecast(app(), { apikey: key }, query);
  expect(status).toBe(200);
  const { data, meta } = body as {
    data: { timelines: { hourly: { values: { temperature: number } }[] } };
    meta: { source: string; sources: object[] };
  };
  // IFS's 20 °C and GFS's 8 °C with weights of p / e² and 1 / e'², where p falls from 6/12 to 0 and the errors go from
  // 1.39 to 1.61 K and from 1.49 to 1.46 K between leads of 12 and 36 hours.
  expect(data.timelines.hourly.map(({ values }) => values.temperature)).toEqual([
    ...[12.1, 11.6, 11.1, 10.4, 9.7, 8.9, 8],
  ]);
  expect(meta.source).toBe('ifs');
  expect(meta.sources).toMatchObject([
    { source: 'ifs', fields: ['temperature'], from: `${common.startTime.slice(0, 19)}Z` },
    { source: 'gfs', fields: ['temperature'] },
  ]);
  expect((await postForecast(app(), { apikey: key }, { ...POINT_BODY, ...common })).body).toEqual(body);
  const batch = await postForecasts(app(), { apikey: key }, { locations: [POINT_BODY], ...common });
  expect(batch.body).toMatchObject({ forecasts: [body] });
});

it('changes when one of the models has a new run', async () => {
  const { headers } = await askForecast(app(), { apikey: key }, query);
  const known = { apikey: key, 'if-none-match': headers.get('etag')! };
  expect((await askForecast(app(), known, query)).status).toBe(304);
  await publishRun(app(), 0, { celsius: 5, stepsHours: [0, 24, 48] });
  // The list of runs is cached for this long.
  await sleep(60);
  const after = await askForecast(app(), known, query);
  expect(after.status).toBe(200);
  expect(after.headers.get('etag')).not.toBe(headers.get('etag'));
});
