import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ForecastService } from '../../../../src/forecast/forecast.service.js';
import { publishSampleRun } from '../../../../src/boot/testing/sample-run.js';
import { ApiCaller } from '../../../support/api-caller.js';
import {
  createKeyedClient,
  FORECAST,
  FORECASTS,
  POINT,
  POINT_BODY,
} from '../../../support/forecast-caller.js';
import { startTestApp, useTestApp } from '../../../support/test-app.js';

const NAME = 'temperatureOfRoad';
const folder = mkdtempSync(join(tmpdir(), 'one-metric-'));
const entry = join(folder, 'roads.feature.mjs');
writeFileSync(
  entry,
  `const kelvin = 273.15;
export default {
  name: 'roads',
  metrics: [{
    name: '${NAME}',
    title: 'Temperature of the road',
    description: 'Temperature of the surface of a road.',
    quantity: 'temperature',
    decimals: 1,
    needs: ['temperature2m'],
    course: 'line',
    derive: ({ variable }) => variable('temperature2m').map((air) => air - kelvin + 5),
    daily: ['maximum'],
    method: 'Five degrees **above** the air.',
    panel: { title: 'Roads', chart: 'line' },
    otherNames: ['pavementtemp'],
  }],
};`,
);

interface Entries {
  data: { timelines: Record<'hourly' | 'minutely' | 'daily', { values: Record<string, number> }[]> };
  meta: { run: string; warnings: { code: string; fields: string[] }[] };
}

const app = useTestApp({ FEATURES: entry });
let key: string;
let run: string;
beforeAll(async () => {
  await publishSampleRun(app().dataDirectory);
  ({ key } = await createKeyedClient(app(), {}, { scopes: ['forecast:read', 'forecast:batch'] }));
  run = (await ask('')).meta.run;
});
afterAll(() => rmSync(folder, { recursive: true }));

const get = async <T>(path: string) => (await new ApiCaller(app().url).get<T>(path, { apikey: key })).body;
const ask = (query: string) => get<Entries>(`${FORECAST}?${POINT}&fields=${NAME}${query}`);

it('is added by a single file', () => {
  expect(readdirSync(folder)).toHaveLength(1);
});

// The run begins with air at 15 °C, so the road has 20 °C, which is 68 °F.
it.each([
  ['metric', 20],
  ['imperial', 68],
])('is served by minute, hour and day in %s units', async (units, expected) => {
  const { timelines } = (await ask(`&units=${units}&startTime=${run}&timelines=hourly,minutely,daily`)).data;

  expect(timelines.hourly[0].values).toEqual({ [NAME]: expected });
  expect(timelines.minutely[0].values).toEqual({ [NAME]: expected });
  expect(timelines.daily[1].values[`${NAME}Max`]).toBe(expected);
});

it('is among the default fields, and in batches and columns', async () => {
  const all = await get<Entries>(`${FORECAST}?${POINT}&startTime=${run}`);
  expect(all.data.timelines.hourly[0].values[NAME]).toBe(20);

  const batch = { locations: [POINT_BODY], fields: [NAME], startTime: run };
  const { body } = await new ApiCaller(app().url).post<{ forecasts: Entries[] }>(FORECASTS, batch, {
    apikey: key,
  });
  expect(body.forecasts[0].data.timelines.hourly[0].values).toEqual({ [NAME]: 20 });

  const asked = { ...POINT_BODY, fields: [NAME], startTime: run, units: 'imperial' };
  const { timelines } = await app().app.get(ForecastService).columns(asked);
  expect(timelines.hourly!.values[NAME][0]).toBe(68);
});

it('is null with a warning where no run covers the request', async () => {
  const { data, meta } = await ask('&source=climatology');

  expect(data.timelines.hourly[0].values).toEqual({ [NAME]: null });
  expect(meta.warnings).toContainEqual(
    expect.objectContaining({ code: 'not_in_climatology', fields: [NAME] }),
  );
});

it('is suggested for the name that another service gives it', async () => {
  const refusal = await get<{ errors: object[] }>(`${FORECAST}?${POINT}&fields=pavement_temp`);

  expect(JSON.stringify(refusal.errors)).toContain(`The nearest known names: ${NAME}.`);
});

it('is in the catalog that the dashboard builds its charts and request builder from', async () => {
  const { fields } = await get<{ fields: { name: string }[] }>('/v1/weather/fields');

  expect(fields.at(-1)).toEqual({
    name: NAME,
    title: 'Temperature of the road',
    group: 'Other',
    byDefault: true,
    description: 'Temperature of the surface of a road.',
    units: { metric: '°C', imperial: '°F' },
    precision: { metric: 0.1, imperial: 0.1 },
    panel: { title: 'Roads', chart: 'line', min: null, max: null },
    daily: [
      {
        name: `${NAME}Max`,
        title: 'Temperature of the road: daily maximum',
        units: { metric: '°C', imperial: '°F' },
        precision: { metric: 0.1, imperial: 0.1 },
      },
    ],
  });
});

it('is documented in the OpenAPI document and on the page of methods', async () => {
  interface Schema {
    $ref?: string;
    enum?: string[];
    items?: Schema;
    properties?: Record<string, Schema & { description?: string }>;
  }
  const { components, paths } = await get<{
    components: { schemas: Record<string, Schema> };
    paths: Record<string, { get: { parameters: { name: string; schema: Schema }[] } }>;
  }>('/openapi.json');
  const { HourlyValues, MinutelyValues, DailyValues, ForecastRequest, ForecastBatchRequest } =
    components.schemas;
  const { MetricName, MetricGroup, Field } = components.schemas;

  for (const { properties } of [HourlyValues, MinutelyValues])
    expect(properties![NAME].description).toMatch(/ Unit: °C, to 0\.1; imperial: °F, to 0\.1\.$/);
  expect(Object.keys(DailyValues.properties!)).toContain(`${NAME}Max`);
  const parameter = paths[FORECAST].get.parameters.find(({ name }) => name === 'fields');
  for (const list of [
    parameter!.schema.items,
    ForecastRequest.properties!.fields.items,
    ForecastBatchRequest.properties!.fields.items,
    Field.properties!.name,
  ])
    expect(list!.$ref).toBe('#/components/schemas/MetricName');
  expect(MetricName.enum).toContain(NAME);
  expect(Field.properties!.group.$ref).toBe('#/components/schemas/MetricGroup');
  expect(MetricGroup.enum).toContain('Other');
  const page = await (await fetch(`${app().url}/docs/methods`)).text();
  expect(page.split('<tr>').find((row) => row.includes(`id="${NAME}"`))).toMatch(
    /°C, 0\.1<br>°F, 0\.1.*Five degrees <strong>above<\/strong> the air\./s,
  );
});

it('is unknown to an application without the feature, in the same process', async () => {
  const other = await startTestApp();
  try {
    const { key: theirs } = await createKeyedClient(other);
    const path = `${FORECAST}?${POINT}&fields=${NAME}`;
    expect((await new ApiCaller(other.url).get(path, { apikey: theirs })).status).toBe(400);
    const { body } = await new ApiCaller(other.url).get('/openapi.json');
    expect(JSON.stringify(body).includes(NAME)).toBe(false);
  } finally {
    await other.close();
  }
});
