import { beforeAll, describe, expect, it } from '@jest/globals';
import { type ForecastBatchDto } from '../../../src/forecast/answer/batch-response.dto.js';
import { type ForecastDto } from '../../../src/forecast/answer/forecast-response.dto.js';
import { type FieldsDto } from '../../../src/forecast/catalogue/catalogue.dto.js';
import { type Answer } from '../../support/api-caller.js';
import {
  BATCH_BODY,
  createKeyedClient,
  FORECAST,
  FORECASTS,
  POINT,
  POINT_BODY,
  postForecasts,
} from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { publishRun } from '../../support/published-run.js';
import { sendRaw } from '../../support/raw-request.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'day=10000' });
let key: string;
beforeAll(async () => {
  await publishRun(app());
  ({ key } = await createKeyedClient(app()));
});

const CSV = { accept: 'text/csv' };
const GEOJSON = { accept: 'application/geo+json' };
const FIELDS = 'temperature,windSpeed,ozone';

const get = (query: string, headers: Record<string, string> = {}) =>
  sendRaw<ForecastDto>(app().url, {
    path: `${FORECAST}?${POINT}&${query}`,
    headers: { apikey: key, ...headers },
  });
/** Returns the cells of a CSV response by line. */
const tableOf = (answer: Answer<unknown>) => {
  const lines = (answer.body as string).split('\r\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => line.split(','));
};
/** Returns the expected lines for the JSON of the same forecast. */
const linesOf = (
  { location, data }: Pick<ForecastDto, 'location' | 'data'>,
  timeline: 'hourly' | 'daily' | 'minutely',
) =>
  data.timelines[timeline]!.map(({ time, values }) =>
    [location.lat, location.lon, time, ...Object.values<number | string | null>({ ...values })].map((value) =>
      String(value ?? ''),
    ),
  );

describe('as CSV', () => {
  it.each(['hourly', 'minutely', 'daily'] as const)(
    'has the numbers of the %s timeline',
    async (timeline) => {
      const query = `fields=${FIELDS}&timelines=${timeline}`;
      const [answer, { body: json }] = [await get(query, CSV), await get(query)];

      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
      expect(answer.headers.get('vary')).toBe('Accept-Encoding, apikey, Accept');
      const [names, ...lines] = tableOf(answer);
      expect(names).toEqual(['lat', 'lon', 'time', ...Object.keys(json.data.timelines[timeline]![0].values)]);
      expect(lines).toEqual(linesOf(json, timeline));
    },
  );

  it('is a single table for a batch, with one header line', async () => {
    const body = { ...BATCH_BODY, fields: FIELDS.split(',') };
    const answer = await postForecasts(app(), { apikey: key, ...CSV }, body);
    const json = await postForecasts<{ forecasts: ForecastDto[] }>(app(), { apikey: key }, body);

    const [names, ...lines] = tableOf(answer);
    expect(names).toEqual(['lat', 'lon', 'time', ...FIELDS.split(',')]);
    expect(lines).toEqual(json.body.forecasts.flatMap((forecast) => linesOf(forecast, 'hourly')));
  });

  it('is streamed if it is long', async () => {
    const locations = Array.from({ length: 100 }, (_, i) => ({ lat: i / 2, lon: i }));
    const body = { locations };
    const [, ...lines] = tableOf(await postForecasts(app(), { apikey: key, ...CSV }, body));
    const { forecasts } = (await postForecasts<{ forecasts: ForecastDto[] }>(app(), { apikey: key }, body))
      .body;
    expect(lines.length * (lines[0].length - 3)).toBeGreaterThan(10_000);
    expect(lines).toEqual(forecasts.flatMap((forecast) => linesOf(forecast, 'hourly')));
  });

  it('is rejected for two timelines, which have different columns', async () => {
    const two = 'timelines=hourly,daily';
    expectProblem(await get(two, CSV), 400, 'invalid_parameter', {
      instance: FORECAST,
      parameters: ['timelines'],
    });
    const batch = { ...BATCH_BODY, timelines: ['hourly', 'daily'] };
    const answer = await postForecasts(app(), { apikey: key, ...CSV }, batch);
    expectProblem(answer, 400, 'invalid_parameter', { instance: FORECASTS, pointers: ['/timelines'] });
  });
});

describe('a spreadsheet executes nothing', () => {
  const CELL = /^(?:-?\d+(?:\.\d+)?|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ|)$/;
  let fields: string[];
  let names: Set<string>;
  beforeAll(async () => {
    const { body } = await sendRaw<FieldsDto>(app().url, { path: '/v1/weather/fields' });
    fields = body.fields.map(({ name }) => name);
    const ofDays = body.fields.flatMap(({ daily }) => daily.map(({ name }) => name));
    names = new Set(['lat', 'lon', 'time', 'sunriseTime', 'sunsetTime', ...fields, ...ofDays]);
  });
  const expectHarmless = (answer: Answer<unknown>) => {
    expect(answer.status).toBe(200);
    const [header, ...lines] = tableOf(answer);
    expect(header.filter((name) => !names.has(name))).toEqual([]);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.flat().filter((cell) => !CELL.test(cell))).toEqual([]);
  };

  it.each(['hourly', 'minutely', 'daily'])('of the %s timeline with all fields', async (timeline) => {
    expectHarmless(await get(`timelines=${timeline}&fields=${fields.join()}`, CSV));
  });

  it('of a place, since its name and other texts of the request are in no cell', async () => {
    const place = "L'Aquila";
    const query = new URLSearchParams({ place, timezone: 'Asia/Kolkata' });
    expectHarmless(
      await sendRaw(app().url, { path: `${FORECAST}?${query.toString()}`, headers: { apikey: key, ...CSV } }),
    );
    const body = { locations: [{ place }, { place: 'Washington, DC' }, POINT_BODY] };
    expectHarmless(await postForecasts(app(), { apikey: key, ...CSV }, body));
  });

  it.each(['fields', 'timelines', 'timezone', 'units', 'source', 'place'])(
    'of a formula as %s, which is rejected',
    async (name) => {
      const query = new URLSearchParams({ ...(name !== 'place' && { lat: '1', lon: '2' }), [name]: '=1+1' });
      const answer = await sendRaw(app().url, {
        path: `${FORECAST}?${query.toString()}`,
        headers: { apikey: key, ...CSV },
      });
      expectProblem(answer, 400, 'invalid_parameter', { instance: FORECAST, parameters: [name] });
    },
  );
});

describe('as GeoJSON', () => {
  it('is a feature with the timelines and the metadata', async () => {
    const query = `fields=${FIELDS}&timelines=hourly,daily`;
    const [answer, { body: json }] = [await get(query, GEOJSON), await get(query)];

    expect(answer.headers.get('content-type')).toBe('application/geo+json');
    expect(answer.body).toEqual({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [POINT_BODY.lon, POINT_BODY.lat] },
      properties: { timelines: json.data.timelines, meta: json.meta },
    });
  });

  it.each([
    ['a batch', BATCH_BODY.locations],
    ['a long batch', Array.from({ length: 100 }, (_, i) => ({ lat: i / 2, lon: i }))],
  ])('is a collection for %s, with the values of the JSON', async (_, locations) => {
    const body = { locations, timelines: ['hourly', 'daily'] };
    const answer = await postForecasts(app(), { apikey: key, ...GEOJSON }, body);
    const json = await postForecasts<ForecastBatchDto>(app(), { apikey: key }, body);

    expect(answer.status).toBe(200);
    expect(json.body.forecasts).toHaveLength(locations.length);
    expect(answer.body).toEqual({
      type: 'FeatureCollection',
      features: json.body.forecasts.map(({ data, meta }, i) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [locations[i].lon, locations[i].lat] },
        properties: { timelines: data.timelines, meta },
      })),
      meta: json.body.meta,
    });
  });
});

it('serves JSON if the caller accepts no other format, and otherwise the preferred one', async () => {
  const typeFor = async (accept: string) =>
    (await get('fields=ozone', { accept })).headers.get('content-type');
  for (const accept of ['*/*', 'text/html', 'application/*', 'application/json, text/csv'])
    expect(await typeFor(accept)).toBe('application/json; charset=utf-8');
  expect(await typeFor('application/json;q=0.5, application/geo+json')).toBe('application/geo+json');
});

it('gives each format and encoding its own tag, also for conditional requests', async () => {
  const url = `${app().url}${FORECAST}?${POINT}&apikey=${key}`;
  const tags = new Set<string>();
  for (const accept of [{}, CSV, GEOJSON])
    for (const coding of ['identity', 'gzip']) {
      const { headers } = await fetch(url, { headers: { ...accept, 'accept-encoding': coding } });
      tags.add(headers.get('etag')!);
    }
  expect(tags.size).toBe(6);

  const etag = (await get('fields=ozone', CSV)).headers.get('etag')!;
  expect((await get('fields=ozone', { ...CSV, 'if-none-match': etag })).status).toBe(304);
  expect((await get('fields=ozone', { 'if-none-match': etag })).status).toBe(200);
});
