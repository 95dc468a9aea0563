import { beforeAll, expect, it } from '@jest/globals';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { type ForecastBatchDto } from '../../../src/forecast/answer/batch-response.dto.js';
import { type ForecastDto } from '../../../src/forecast/answer/forecast-response.dto.js';
import { flushedUsage } from '../../support/flushed-usage.js';
import {
  askForecast,
  BATCH_BODY,
  createKeyedClient,
  FORECAST,
  FORECASTS,
  POINT,
  postForecasts,
} from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let key: string;
let clientId: string;
beforeAll(async () => {
  await publishRun(app());
  ({ key, clientId } = await createKeyedClient(app()));
});

const PARQUET = { accept: 'application/vnd.apache.parquet' };

async function tableOf(path: string, body?: object) {
  const response = await fetch(app().url + path, {
    headers: { apikey: key, 'content-type': 'application/json', ...PARQUET },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, PARQUET.accept]);
  const file = await response.arrayBuffer();
  const { schema, row_groups, key_value_metadata } = parquetMetadata(file);
  return {
    rows: await parquetReadObjects({ file }),
    types: Object.fromEntries(
      schema.slice(1).map(({ name, type, repetition_type }) => [name, `${repetition_type} ${type}`]),
    ),
    groups: row_groups.length,
    meta: Object.fromEntries(key_value_metadata!.map(({ key: name, value }) => [name, value])),
  };
}

type Timeline = 'hourly' | 'minutely' | 'daily';

/** Returns the expected rows for the JSON of the same forecast. */
const rowsOf = ({ location, data }: ForecastDto, timeline: Timeline) =>
  data.timelines[timeline]!.map(({ time, values }) => ({
    ...location,
    time: new Date(time),
    ...Object.fromEntries(
      Object.entries(values as Record<string, unknown>).map(([name, value]) => [
        name,
        typeof value === 'string' ? new Date(value) : value,
      ]),
    ),
  }));

it.each<Timeline>(['hourly', 'minutely', 'daily'])('has the values of the %s timeline', async (timeline) => {
  const query = `${POINT}&timelines=${timeline}&units=imperial`;
  const json = (await askForecast(app(), { apikey: key }, query)).body as unknown as ForecastDto;

  const { rows, meta } = await tableOf(`${FORECAST}?${query}`);

  expect(rows).toEqual(rowsOf(json, timeline));
  const { source, run, units, sources } = json.meta;
  const attribution = [...new Set(sources.map((one) => one.attribution))].join('; ');
  expect(meta).toMatchObject({ timeline, source, run, units, attribution });
  expect(JSON.parse(meta.meta!)).toEqual({ ...json.meta, attribution });
});

it('has typed columns, with null where there is no value', async () => {
  const { types, rows } = await tableOf(
    `${FORECAST}?${POINT}&fields=temperature,windDirection,precipitationIntensity&source=climatology`,
  );
  expect(types).toEqual({
    lat: 'REQUIRED DOUBLE',
    lon: 'REQUIRED DOUBLE',
    time: 'REQUIRED INT64',
    temperature: 'OPTIONAL DOUBLE',
    windDirection: 'OPTIONAL INT32',
    precipitationIntensity: 'OPTIONAL DOUBLE',
  });
  expect(rows.map(({ precipitationIntensity }) => precipitationIntensity as unknown)).toEqual(
    Array(120).fill(null),
  );
});

it('is a single table for a batch, with several row groups if it is long', async () => {
  const batch = { ...BATCH_BODY, source: 'gfs' };
  const jsonOf = async (body: object) =>
    (await postForecasts<ForecastBatchDto>(app(), { apikey: key }, body)).body;
  const { forecasts, meta } = await jsonOf(batch);
  const short = await tableOf(FORECASTS, batch);
  expect(short.rows).toEqual(forecasts.flatMap((forecast) => rowsOf(forecast, 'hourly')));
  expect(short.groups).toBe(1);
  expect(JSON.parse(short.meta.meta!)).toEqual({ ...meta, attribution: forecasts[0].meta.attribution });

  const many = { locations: Array.from({ length: 100 }, (_, i) => ({ lat: i / 2, lon: i })) };
  const long = await tableOf(FORECASTS, many);
  expect(long.rows).toEqual((await jsonOf(many)).forecasts.flatMap((forecast) => rowsOf(forecast, 'hourly')));
  expect(long.groups).toBeGreaterThan(1);
});

it('costs the same as in other formats, and has its own tag', async () => {
  const unitsSoFar = async () => {
    const sql = `select sum(units)::int as units from usage.client_days where client_id = '${clientId}'`;
    const [{ units }] = await flushedUsage(app(), sql);
    return units as number;
  };
  const before = await unitsSoFar();
  const span = 'startTime=2026-11-01T00:00:00Z&endTime=2026-11-17T00:00:00Z';
  const { rows } = await tableOf(`${FORECAST}?${POINT}&${span}&timelines=minutely&fields=temperature`);
  expect(rows).toHaveLength(23_040);
  expect((await unitsSoFar()) - before).toBe(3);

  const { headers } = await askForecast(app(), { apikey: key, ...PARQUET });
  const held = { apikey: key, 'if-none-match': headers.get('etag')! };
  expect((await askForecast(app(), { ...held, ...PARQUET })).status).toBe(304);
  expect((await askForecast(app(), held)).status).toBe(200);
});

it('is rejected for two timelines, which have different columns', async () => {
  const answer = await askForecast(app(), { apikey: key, ...PARQUET }, `${POINT}&timelines=hourly,daily`);
  expectProblem(answer, 400, 'invalid_parameter', { instance: FORECAST, parameters: ['timelines'] });
});
