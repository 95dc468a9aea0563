import { beforeAll, expect, it } from '@jest/globals';
import { Aggregation } from '@openmeteo/sdk/aggregation.js';
import { Unit } from '@openmeteo/sdk/unit.js';
import { Variable } from '@openmeteo/sdk/variable.js';
import { fetchWeatherApi } from 'openmeteo';
import { createKeyedClient } from '../../../support/forecast-caller.js';
import { sendRaw } from '../../../support/raw-request.js';
import { useTestApp } from '../../../support/test-app.js';
import { askOpenMeteo, OPEN_METEO, type OpenMeteoBody, PLACE } from './ask-open-meteo.js';
import { publishVariedRun } from '../../../support/varied-run.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'day=1000', MODELS: 'gfs' });
const QUERY =
  'hourly=temperature_2m,wind_speed_10m,cape&daily=temperature_2m_max,wind_direction_10m_dominant,sunrise&current=temperature_2m,is_day&minutely_15=precipitation&timezone=Asia/Kolkata&wind_speed_unit=ms';
let key: string;
let json: OpenMeteoBody;
beforeAll(async () => {
  await publishVariedRun(app());
  ({ key } = await createKeyedClient(app()));
  json = (await askOpenMeteo(app(), key, `${PLACE}&${QUERY}`)).body;
});

it("is readable by Open-Meteo's own client", async () => {
  const parameters = Object.fromEntries(new URLSearchParams(`${PLACE}&${QUERY}&apikey=${key}`));
  const [answer, ...others] = await fetchWeatherApi(app().url + OPEN_METEO, parameters);
  expect(others).toEqual([]);
  expect([answer.latitude(), answer.longitude(), answer.utcOffsetSeconds()]).toEqual([
    json.latitude,
    json.longitude,
    19_800,
  ]);
  expect([answer.timezone(), answer.timezoneAbbreviation()]).toEqual(['Asia/Kolkata', 'GMT+5:30']);
  expect(answer.elevation()).toBeCloseTo(json.elevation!, 0);

  const hourly = answer.hourly()!;
  expect([hourly.interval(), hourly.variablesLength()]).toEqual([3600, 3]);
  const first = Date.parse(`${String(json.hourly.time[0])}:00+05:30`) / 1000;
  expect([Number(hourly.time()), Number(hourly.timeEnd())]).toEqual([first, first + 168 * 3600]);
  ['temperature_2m', 'wind_speed_10m', 'cape'].forEach((name, i) => {
    const values = Array.from(hourly.variables(i)!.valuesArray()!);
    expect(values).toEqual(
      json.hourly[name].map((value) => (value === null ? NaN : Math.fround(Number(value)))),
    );
  });
  const [temperature, wind] = [hourly.variables(0)!, hourly.variables(1)!];
  expect([temperature.variable(), temperature.unit(), temperature.altitude()]).toEqual([
    Variable.temperature,
    Unit.celsius,
    2,
  ]);
  expect([wind.variable(), wind.unit(), wind.altitude()]).toEqual([
    Variable.wind_speed,
    Unit.metre_per_second,
    10,
  ]);

  const daily = answer.daily()!;
  const [highest, direction, sunrise] = [0, 1, 2].map((i) => daily.variables(i)!);
  expect([highest.aggregation(), direction.aggregation()]).toEqual([
    Aggregation.maximum,
    Aggregation.dominant,
  ]);
  const rises = Array.from({ length: sunrise.valuesInt64Length() }, (_, i) => Number(sunrise.valuesInt64(i)));
  expect(rises.map((time) => new Date((time + 19_800) * 1000).toISOString().slice(0, 16))).toEqual(
    json.daily.sunrise,
  );
  expect(answer.current()!.variables(0)!.value()).toBe(Math.fround(Number(json.current.temperature_2m)));
  expect(answer.minutely15()!.variables(0)!.valuesLength()).toBe(288);
});

it('has a message for each location and model, and errors as JSON', async () => {
  const parameters = {
    latitude: '10,20',
    longitude: '30,40',
    hourly: 'rain',
    models: 'gfs_seamless,icon_eu',
    apikey: key,
  };
  const answers = await fetchWeatherApi(app().url + OPEN_METEO, parameters);
  expect(answers.map((answer) => Number(answer.locationId()))).toEqual([0, 0, 1, 1]);
  const faulty = fetchWeatherApi(app().url + OPEN_METEO, { ...parameters, hourly: 'nothing' });
  await expect(faulty).rejects.toThrow(
    'Cannot initialize WeatherVariable from invalid String value nothing for key hourly',
  );
});

it('is CSV of only numbers, times and names, so that spreadsheets execute nothing', async () => {
  const LINE = {
    units: /^[\w°%²³/ ()."]+$/u,
    value: /^(?:-?\d+(?:\.\d+)?|\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?|NaN)$/,
    zone: /^[A-Z][\w/+:-]*$/,
  };
  const locations = 'latitude=10,20&longitude=30,40&timezone=Asia/Kolkata,Etc/GMT%2B3';
  const query = `${locations}&hourly=temperature_2m,weather_code&daily=sunrise,uv_index_max&models=gfs_seamless,icon_eu`;
  const path = `${OPEN_METEO}?${query}&format=csv`;
  const { status, body } = await sendRaw<string>(app().url, { path, headers: { apikey: key } });
  expect(status).toBe(200);
  const [places, ...tables] = body.split('\n\n').map((table) => table.trimEnd().split('\n'));
  expect(places).toHaveLength(3);
  expect(tables).toHaveLength(2);
  const cells = [...places, ...tables.flatMap(([, ...lines]) => lines)]
    .slice(1)
    .flatMap((line) => line.split(','));
  expect(cells.filter((cell) => !LINE.value.test(cell) && !LINE.zone.test(cell))).toEqual([]);
  const headings = [places, ...tables].flatMap(([heading]) => heading.split(','));
  expect(headings.filter((heading) => !LINE.units.test(heading))).toEqual([]);
});

it.each(['latitude', 'longitude', 'elevation', 'hourly', 'daily', 'models', 'timezone', 'timeformat'])(
  'is not CSV if %s is a formula',
  async (name) => {
    const query = new URLSearchParams({
      latitude: '1',
      longitude: '2',
      hourly: 'rain',
      format: 'csv',
      [name]: '=1+1',
    });
    const path = `${OPEN_METEO}?${query.toString()}`;
    const { status, headers } = await sendRaw(app().url, { path, headers: { apikey: key } });
    expect([status, headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8']);
  },
);

it('has the same values as CSV', async () => {
  const path = `${OPEN_METEO}?${PLACE}&${QUERY}&format=csv`;
  const { headers, body } = await sendRaw<string>(app().url, { path, headers: { apikey: key } });
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const tables = body.split('\n\n').map((table) =>
    table
      .trimEnd()
      .split('\n')
      .map((line) => line.split(',')),
  );
  const [places, , , hourly, daily] = tables;
  expect(places[0].slice(0, 3)).toEqual(['latitude', 'longitude', 'elevation']);
  expect(hourly[0]).toEqual(['time', 'temperature_2m (°C)', 'wind_speed_10m (m/s)', 'cape (J/kg)']);
  const column = (table: string[][], i: number) =>
    table.slice(1).map((line) => (line[i] === 'NaN' ? null : line[i]));
  expect(column(hourly, 0)).toEqual(json.hourly.time);
  expect(column(hourly, 1)).toEqual(
    json.hourly.temperature_2m.map((value) => (value === null ? null : String(value))),
  );
  expect(column(daily, 3)).toEqual(json.daily.sunrise);
});
