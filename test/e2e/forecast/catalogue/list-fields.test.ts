import { expect, it } from '@jest/globals';
import { type FieldsDto } from '../../../../src/forecast/catalogue/catalogue.dto.js';
import { type ForecastDto } from '../../../../src/forecast/answer/forecast-response.dto.js';
import { ApiCaller } from '../../../support/api-caller.js';
import { createKeyedClient, FORECAST, POINT } from '../../../support/forecast-caller.js';
import { sendRaw } from '../../../support/raw-request.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();
const PATH = '/v1/weather/fields';
const listFields = () => new ApiCaller(app().url).get<FieldsDto>(PATH);

it('lists the units and precision of every metric, for anyone', async () => {
  const { status, headers, body } = await listFields();

  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('cache-control')).toBe('public, max-age=3600');
  expect(headers.get('set-cookie')).toBeNull();
  const served = Object.fromEntries(
    body.fields.map(({ name, units, precision }) => [name, { units, precision }]),
  );
  expect(served.pressureSurfaceLevel).toEqual({
    units: { metric: 'hPa', imperial: 'inHg' },
    precision: { metric: 0.1, imperial: 0.01 },
  });
  expect(served.humidity).toEqual({
    units: { metric: '%', imperial: '%' },
    precision: { metric: 1, imperial: 1 },
  });
  for (const { title, description } of body.fields) {
    expect(title).toMatch(/^[A-Z].*[^.]$/);
    expect(description).toMatch(/^[A-Z].*\.$/);
  }
});

it('groups every metric with others', async () => {
  const { fields } = (await listFields()).body;

  const groups = Map.groupBy(fields, ({ group }) => group);
  for (const members of groups.values()) expect(members.length).toBeGreaterThan(2);
  const names = (group: string) => groups.get(group)!.map(({ name }) => name);
  expect(names('Wind')).toEqual(['windSpeed', 'windDirection', 'windGust']);
});

it('lists the daily forms', async () => {
  const { body } = await listFields();
  const daily = (wanted: string) => body.fields.find(({ name }) => name === wanted)!.daily;
  const names = (wanted: string) => daily(wanted).map(({ name }) => name);

  expect(names('temperature')).toEqual(['temperatureMin', 'temperatureMax', 'temperatureAvg']);
  expect(names('windDirection')).toEqual(['windDirectionAvg']);
  expect(names('snowAccumulation')).toEqual(['snowAccumulationSum']);
  expect(names('weatherCode')).toEqual(['weatherCode', 'weatherCodeMax']);
  expect(daily('precipitationIntensity')).toContainEqual({
    name: 'precipitationAccumulationSum',
    title: expect.any(String),
    units: { metric: 'mm', imperial: 'in' },
    precision: { metric: 0.01, imperial: 0.001 },
  });
});

it('lists exactly what forecasts contain', async () => {
  const { key } = await createKeyedClient(app());
  const { body } = await listFields();
  const namesOf = (fields: FieldsDto['fields']) => fields.map(({ name }) => name);

  for (const [query, fields] of [
    ['', body.fields.filter(({ byDefault }) => byDefault)],
    [`&fields=${namesOf(body.fields).join()}`, body.fields],
  ] as const) {
    const path = `${FORECAST}?${POINT}&timelines=hourly,daily${query}`;
    const { data } = (await new ApiCaller(app().url).get<ForecastDto>(path, { apikey: key })).body;
    const { hourly, daily } = data.timelines;
    expect(Object.keys(hourly![0].values)).toEqual(namesOf(fields));
    const forms = fields.flatMap((field) => field.daily.map(({ name }) => name));
    expect(Object.keys(daily![0].values).sort()).toEqual([...forms, 'sunriseTime', 'sunsetTime'].sort());
  }
  const others = namesOf(body.fields.filter(({ byDefault }) => !byDefault));
  expect(others).toContain('temperatureP90');
  expect(others.every((name) => /P[159]0$/.test(name))).toBe(true);
});

it('responds to HEAD the same', async () => {
  const { status, headers, body } = await sendRaw<string>(app().url, { method: 'HEAD', path: PATH });

  expect([status, body]).toEqual([200, '']);
  expect(headers.get('cache-control')).toBe('public, max-age=3600');
});

it('assigns metrics to charts, or null', async () => {
  const { body } = await listFields();
  const panelOf = (name: string) => body.fields.find((field) => field.name === name)!.panel;

  expect(panelOf('windDirection')).toEqual({ title: 'Wind direction', chart: 'marks', min: 0, max: 360 });
  expect(panelOf('ozone')).toEqual({ title: 'Ozone', chart: 'line', min: null, max: null });
  expect(panelOf('windGust')).toEqual(panelOf('windSpeed'));
  expect(panelOf('weatherCode')).toBeNull();
});
