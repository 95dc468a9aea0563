import { beforeAll, describe, expect, it } from '@jest/globals';
import { createKeyedClient } from '../../../support/forecast-caller.js';
import { publishRun } from '../../../support/published-run.js';
import { useTestApp } from '../../../support/test-app.js';
import { askOpenMeteo, type OpenMeteoBody, PLACE, postOpenMeteo } from './ask-open-meteo.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'day=100000' });
let key: string;
beforeAll(async () => {
  await publishRun(app(), 1);
  ({ key } = await createKeyedClient(app()));
});
const ask = (query: string) => askOpenMeteo(app(), key, `${PLACE}&${query}`);
const today = () => new Date().toISOString().slice(0, 10);
const timesOfDay = (times: readonly unknown[]) =>
  times.map((time) => String(time).slice('2026-11-21T'.length));

describe('current_weather', () => {
  it('is absent from what python-open-meteo and Home Assistant request with "false"', async () => {
    // As python-open-meteo 1.0.0 writes it.
    const query =
      'current_weather=false&hourly=temperature_2m,weathercode&latitude=52.2297&longitude=21.0122&past_days=0&precipitation_unit=mm&temperature_unit=celsius&timeformat=iso8601&timezone=UTC&windspeed_unit=kmh';
    const { status, body } = await askOpenMeteo(app(), key, query);
    expect([status, Object.keys(body)]).toEqual([200, expect.arrayContaining(['hourly'])]);
    expect(body).not.toHaveProperty('current_weather');
  });

  it.each([
    ['true', true],
    ['True', true],
    ['1', true],
    ['on', true],
    ['false', false],
    ['False', false],
    ['0', false],
    ['', false],
  ])('may be "%s"', async (text, isAsked) => {
    const { body } = await ask(`current_weather=${text}`);
    expect('current_weather' in body).toBe(isAsked);
  });

  it.each([true, false, 1, 0])('may be %s in JSON', async (value) => {
    const { body } = await postOpenMeteo(app(), key, { latitude: 1, longitude: 2, current_weather: value });
    expect('current_weather' in body).toBe(Boolean(value));
  });

  it('is refused if it is neither', async () => {
    const { status, body } = await ask('current_weather=yes');
    expect([status, body.reason]).toEqual([
      400,
      'Cannot initialize Bool from invalid String value yes for key current_weather',
    ]);
  });
});

describe('lists', () => {
  it.each([
    ['axios', 'hourly[]=temperature_2m&hourly[]=rain'],
    ['PHP', 'hourly%5B0%5D=temperature_2m&hourly%5B1%5D=rain'],
    ["Python's requests", 'hourly=temperature_2m&hourly=rain'],
    ['URLSearchParams and Java', 'hourly=temperature_2m%2Crain'],
    ["Open-Meteo's other separator", 'hourly=temperature_2m|rain'],
  ])('as %s writes them', async (_, query) => {
    const { status, body } = await ask(query);
    expect([status, Object.keys(body.hourly)]).toEqual([200, ['time', 'temperature_2m', 'rain']]);
  });

  it('of locations, with their IDs', async () => {
    const query =
      'latitude[]=10&latitude[]=20&longitude[]=30&longitude[]=40&location_id[]=70&location_id[]=0';
    const { body, headers } = await askOpenMeteo<OpenMeteoBody[]>(app(), key, query);
    expect(body.map(({ location_id }) => location_id)).toEqual([70, undefined]);
    expect(headers.get('ratelimit')).toMatch(/^"day";r=\d+/);
    const csv = await askOpenMeteo<string>(app(), key, `${query}&daily=sunrise&forecast_days=1&format=csv`);
    const lines = csv.body.split('\n');
    expect(lines.slice(1, 3).map((line) => line.split(',')[0])).toEqual(['70', '0']);
    expect(lines[4]).toMatch(/^location_id,time,sunrise/);
    expect(lines.slice(5, 7).map((line) => line.split(',')[0])).toEqual(['70', '0']);
  });

  it('in a form, as the Python package openmeteo-requests posts them', async () => {
    const form = new URLSearchParams('latitude=52.2297&longitude=21.0122&hourly=temperature_2m&hourly=rain');
    const { status, body } = await postOpenMeteo(app(), key, form);
    expect([status, Object.keys(body.hourly)]).toEqual([200, ['time', 'temperature_2m', 'rain']]);
    form.set('latitude', '91');
    const refused = await postOpenMeteo(app(), key, form);
    expect(refused.body.reason).toBe('Latitude must be in range of -90 to 90°. Given: 91.');
    const many = new URLSearchParams('hourly=rain&'.repeat(101));
    expect((await postOpenMeteo(app(), key, many)).status).toBe(400);
  });
});

describe('times', () => {
  it('are also given by hours of the day', async () => {
    const { body } = await ask('hourly=rain&forecast_hours=3&past_hours=1&initial_hours=2');
    expect(timesOfDay(body.hourly.time)).toEqual(['01:00', '02:00', '03:00', '04:00']);
    const quarters = await ask('minutely_15=rain&forecast_minutely_15=2&initial_minutely_15=1');
    expect(timesOfDay(quarters.body.minutely_15.time)).toEqual(['00:15', '00:30']);
  });

  it('of quarters of an hour and of days follow those of hours, as in Open-Meteo', async () => {
    const day = today();
    const query = `hourly=rain&minutely_15=rain&daily=sunrise&start_hour=${day}T05:00&end_hour=${day}T06:00`;
    const { body } = await ask(query);
    expect(body.hourly.time).toEqual([`${day}T05:00`, `${day}T06:00`]);
    expect(body.minutely_15.time).toHaveLength(8);
    expect(body.minutely_15.time[0]).toBe(`${day}T05:00`);
    expect(body.daily.time).toEqual([]);
  });

  it.each(['past_days', 'forecast_days', 'past_hours', 'forecast_hours', 'past_minutely_15'])(
    'exclude %s unless it is 0',
    async (name) => {
      const day = today();
      for (const span of [
        `start_date=${day}&end_date=${day}`,
        `start_hour=${day}T00:00&end_hour=${day}T01:00`,
      ]) {
        expect((await ask(`hourly=rain&${span}&${name}=0`)).status).toBe(200);
        const { status, body } = await ask(`hourly=rain&${span}&${name}=1`);
        expect([status, body.reason]).toEqual([
          400,
          `Parameter '${name}' is mutually exclusive with 'start_date' and 'end_date'`,
        ]);
      }
    },
  );
});

it('omits the locations from CSV if asked to', async () => {
  const { body } = await askOpenMeteo<string>(
    app(),
    key,
    `${PLACE}&daily=sunrise&forecast_days=1&format=csv&location_information=omit`,
  );
  expect(body.split('\n').map((line) => line.split(',')[0])).toEqual([
    'time',
    expect.stringMatching(/^\d{4}-/),
    '',
  ]);
});

it.each([
  ['run=2026-11-21T00:00', 'run=2026-11-21T00:00 is not available.'],
  ['bounding_box=1,2,3,4', 'bounding_box=1 is not available.'],
  ['weekly=temperature_2m_mean', 'weekly=temperature_2m_mean is not available.'],
  ['monthly=temperature_2m_mean', 'monthly=temperature_2m_mean is not available.'],
  ['six_hourly=temperature_2m', 'six_hourly=temperature_2m is not available.'],
  ['temporal_resolution=hourly_3', 'temporal_resolution=hourly_3 is not available.'],
  [
    'temporal_resolution=daily',
    'Cannot initialize ApiTemporalResolution from invalid String value daily for key temporal_resolution',
  ],
  [
    'location_information=none',
    'Cannot initialize OutputLocationInformation from invalid String value none for key location_information',
  ],
  ['location_id=1,2', "Parameter 'location_id' and coordinates must have the same number of elements"],
  ['location_id=x', "Parameter 'location_id' must be a whole number. Given: x."],
])('refuses %s rather than ignore what Open-Meteo would follow', async (query, reason) => {
  const { status, body } = await ask(`hourly=rain&${query}`);
  expect([status, body.reason]).toEqual([400, reason]);
});

it.each([
  'temporal_resolution=hourly',
  'temporal_resolution=hourly_1',
  'location_information=section',
  'elevation=NaN',
])('accepts %s', async (query) => {
  expect((await ask(`hourly=rain&${query}`)).status).toBe(200);
});
