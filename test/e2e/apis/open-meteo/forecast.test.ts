import { beforeAll, describe, expect, it } from '@jest/globals';
import { OPEN_METEO_VARIABLES } from '../../../../src/apis/open-meteo/variables/listed-variables.js';
import { UsageFlusherService } from '../../../../src/usage/metering/usage-flusher.service.js';
import { createApiKey } from '../../../support/api-caller.js';
import { createKeyedClient, type KeyedClient } from '../../../support/forecast-caller.js';
import { publishRun } from '../../../support/published-run.js';
import { sendRaw } from '../../../support/raw-request.js';
import { useTestApp } from '../../../support/test-app.js';
import { askOpenMeteo, OPEN_METEO, type OpenMeteoBody, PLACE, postOpenMeteo } from './ask-open-meteo.js';

const app = useTestApp();
let client: KeyedClient;
beforeAll(async () => {
  await publishRun(app(), 1);
  client = await createKeyedClient(app());
});
const ask = (query: string) => askOpenMeteo(app(), client.key, `${PLACE}&${query}`);

describe('200', () => {
  it('returns seven days from local midnight', async () => {
    const { body, headers } = await ask('hourly=temperature_2m&timezone=Europe/Warsaw');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
    expect(headers.get('ratelimit')).toMatch(/"day";r=\d+/);
    expect(body).toMatchObject({ latitude: 90, longitude: 0, elevation: 0, timezone: 'Europe/Warsaw' });
    expect(body.hourly.time).toHaveLength(168);
    expect(body.hourly.time[0]).toMatch(/T00:00$/);
  });

  it('accepts the same as a JSON object, with numbers and lists', async () => {
    const query = 'hourly=temperature_2m,cloudcover&start_date=DATE&end_date=DATE&elevation=100.4';
    const date = new Date().toISOString().slice(0, 10);
    const { body } = await ask(query.replaceAll('DATE', date));
    const posted = await postOpenMeteo(app(), client.key, {
      latitude: 52.2297,
      longitude: [21.0122],
      hourly: ['temperature_2m', 'cloudcover'],
      start_date: date,
      end_date: date,
      elevation: 100.4,
      unknown: { ignored: true },
    });
    expect(posted.status).toBe(200);
    expect(body.elevation).toBe(100.4);
    expect({ ...posted.body, generationtime_ms: 0 }).toEqual({ ...body, generationtime_ms: 0 });
  });

  it('ignores query parameters beside a JSON object', async () => {
    const body = { latitude: 1, longitude: 2, hourly: 'temperature_2m' };
    const posted = await postOpenMeteo(app(), client.key, body, '?utm_source=x&latitude=91');
    expect(posted.status).toBe(200);
  });

  it('has null for hours that no run covers, never climatology', async () => {
    const { body } = await ask(
      'hourly=temperature_2m,precipitation&daily=temperature_2m_max&past_days=1&forecast_days=4',
    );
    const { time, temperature_2m, precipitation } = body.hourly;
    // The run began in the last hour, and has 25 hours.
    expect(temperature_2m.filter((value) => value !== null)).toHaveLength(25);
    expect(temperature_2m.slice(-24).every((value) => value === null)).toBe(true);
    expect(precipitation.every((value) => value === null)).toBe(true);
    expect(time).toHaveLength(120);
    expect(body.daily.temperature_2m_max.at(-1)).toBeNull();
  });

  it('returns every variable of the tables with its unit', async () => {
    const { steps, daily } = OPEN_METEO_VARIABLES;
    const names = (listed: typeof steps) => listed.map(({ name }) => name);
    for (const section of ['hourly', 'current', 'minutely_15'] as const) {
      const { status, body } = await ask(
        `${section}=${names(steps).join()},temperature_850hPa&forecast_days=1`,
      );
      expect(status).toBe(200);
      const units = (body as unknown as Record<string, Record<string, string>>)[`${section}_units`];
      for (const { name, unit } of steps) expect([name, units[name]]).toEqual([name, unit]);
      expect(units.temperature_850hPa).toBe('°C');
    }
    const { body } = await ask(`daily=${names(daily).join()}&forecast_days=1`);
    for (const { name, unit } of daily) expect([name, body.daily_units[name]]).toEqual([name, unit]);
  });

  it('returns a list for several locations, and several models side by side', async () => {
    const query =
      'latitude=10,20&longitude=30,40&current=temperature_2m&models=gfs_seamless,ecmwf_ifs025&timezone=auto';
    const { body } = await askOpenMeteo<OpenMeteoBody[]>(app(), client.key, query);
    expect(body.map(({ location_id }) => location_id)).toEqual([undefined, 1]);
    expect(body.map(({ timezone }) => timezone)).toEqual(['Africa/Juba', 'Asia/Riyadh']);
    for (const { current } of body)
      expect(current).toMatchObject({ temperature_2m_gfs_seamless: 10, temperature_2m_ecmwf_ifs025: null });
  });

  it('supports current_weather of earlier versions, and times in seconds', async () => {
    const { body } = await ask(
      'current_weather=true&timeformat=unixtime&daily=sunrise,weathercode&forecast_days=1&timezone=auto',
    );
    expect(Object.keys(body.current_weather)).toEqual([
      'time',
      'interval',
      'temperature',
      'windspeed',
      'winddirection',
      'is_day',
      'weathercode',
    ]);
    expect(body.current_weather).toMatchObject({ temperature: 10, windspeed: null });
    expect(Number(body.current_weather.time) % 900).toBe(0);
    expect((Number(body.daily.time[0]) + body.utc_offset_seconds) % 86_400).toBe(0);
    expect(Number(body.daily.sunrise[0]) - Number(body.daily.time[0])).toBeLessThan(86_400);
  });

  it('is the same if it is long and streamed', async () => {
    const names = OPEN_METEO_VARIABLES.steps.slice(0, 30).map(({ name }) => name);
    const long = await ask(`hourly=${names.join()}&forecast_days=16&daily=temperature_2m_max`);
    expect(long.status).toBe(200);
    expect(long.headers.get('content-length')).toBeNull();
    const halves = [names.slice(0, 15), names.slice(15)];
    for (const half of halves) {
      const { body } = await ask(`hourly=${half.join()}&forecast_days=16`);
      expect(long.body.hourly).toMatchObject(body.hourly);
    }
  });
});

describe('400', () => {
  it.each([
    [
      'hourly=tempeture_2m',
      'Cannot initialize WeatherVariable from invalid String value tempeture_2m for key hourly',
    ],
    [
      'daily=nothing',
      'Cannot initialize WeatherVariableDaily from invalid String value nothing for key daily',
    ],
    ['models=nothing', 'Cannot initialize MultiDomains from invalid String value nothing for key models'],
    ['past_days=93', 'Past days is invalid. Allowed range 0 to 92. Given 93.'],
    ['forecast_days=17', 'Forecast days is invalid. Allowed range 0 to 16. Given 17.'],
    ['timezone=Mars/Base', 'Invalid timezone'],
    ['start_date=2026-01-01', "Both 'start_date' and 'end_date' must be set in the url"],
    ['start_date=2026-02-30&end_date=2026-03-01', "Invalid date format. Make sure to use 'YYYY-MM-DD'"],
    ['elevation=1,2', "Parameter 'elevation' must have the same number of elements as coordinates"],
    ['elevation=9001', 'Elevation must be in range of -500 to 9000 m. Given: 9001.'],
    ['format=xlsx', 'Format xlsx is not available. Use one of json, csv, flatbuffers.'],
    ['format=xml', 'Cannot initialize ForecastResultFormat from invalid String value xml for key format'],
    [
      'temperature_unit=kelvin',
      'Cannot initialize TemperatureUnit from invalid String value kelvin for key temperature_unit',
    ],
  ])('rejects %s as Open-Meteo does', async (query, reason) => {
    const { status, headers, body } = await ask(query);
    expect([status, body]).toEqual([400, { error: true, reason }]);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['latitude=91&longitude=0', 'Latitude must be in range of -90 to 90°. Given: 91.'],
    ['latitude=1&longitude=-181', 'Longitude must be in range of -180 to 180°. Given: -181.'],
    [
      'latitude=1,2&longitude=1',
      "Parameter 'latitude' and 'longitude' must have the same number of elements",
    ],
    ['latitude=x&longitude=1', "Parameter 'latitude' must be a number. Given: x."],
    ['hourly=rain', "Parameter 'latitude' and 'longitude' must not be empty"],
  ])('rejects the coordinates %s', async (query, reason) => {
    const { status, body } = await askOpenMeteo(app(), client.key, query);
    expect([status, body]).toEqual([400, { error: true, reason }]);
  });

  it('rejects days out of range, and dates together with numbers of days', async () => {
    const { body } = await ask('start_date=2020-01-01&end_date=2020-01-02');
    expect(body.reason).toMatch(
      /^Parameter 'start_date' is out of allowed range from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/,
    );
    const { body: both } = await ask('start_date=2020-01-01&end_date=2020-01-02&past_days=1');
    expect(both.reason).toBe("Parameter 'past_days' is mutually exclusive with 'start_date' and 'end_date'");
  });

  it("rejects a body that isn't a JSON object", async () => {
    const { status, body } = await postOpenMeteo(app(), client.key, [1]);
    expect([status, body.error]).toEqual([400, true]);
  });
});

describe('304', () => {
  it('is sent if the caller already has the forecast', async () => {
    const query = `${PLACE}&hourly=temperature_2m`;
    const { headers } = await askOpenMeteo(app(), client.key, query);
    const etag = headers.get('etag')!;
    const again = await askOpenMeteo(app(), client.key, query, { 'if-none-match': etag });
    expect([again.status, again.headers.get('etag'), again.headers.get('content-type')]).toEqual([
      304,
      etag,
      null,
    ]);
    const other = await askOpenMeteo(app(), client.key, query, { 'if-none-match': '"other"' });
    expect(other.status).toBe(200);
  });
});

describe('404, 405, 413', () => {
  it.each([
    ['GET', '/open-meteo/v2', 404, 'There is nothing at /open-meteo/v2.'],
    [
      'GET',
      `/open-meteo/key/wx_${'a'.repeat(38)}/v1/forecast`,
      404,
      'There is nothing at /open-meteo/key/***.',
    ],
    ['GET', '/open-meteo/%zz', 400, expect.any(String)],
    ['DELETE', OPEN_METEO, 405, expect.stringContaining('DELETE is not allowed here.')],
    ['POST', OPEN_METEO, 413, expect.any(String)],
  ])('%s %s is rejected in the same format', async (method, path, expected, reason) => {
    const { status, body, headers } = await sendRaw<OpenMeteoBody>(app().url, {
      method,
      path,
      headers: { apikey: client.key, 'content-type': 'application/json' },
      body: method === 'POST' ? JSON.stringify({ latitude: 'x'.repeat(70_000) }) : undefined,
    });
    expect([status, body]).toEqual([expected, { error: true, reason }]);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('the key', () => {
  it('is required, with the scope for one or for several locations', async () => {
    const { owner, clientId } = client;
    const none = await sendRaw<OpenMeteoBody>(app().url, { path: `${OPEN_METEO}?${PLACE}` });
    expect([none.status, none.body.error]).toEqual([401, true]);
    expect(none.headers.get('www-authenticate')).toBe('ApiKey realm="weather"');
    const one = await createApiKey(owner, clientId, { scopes: ['forecast:read'] });
    expect((await askOpenMeteo(app(), one.key, PLACE)).status).toBe(200);
    const two = await askOpenMeteo(app(), one.key, 'latitude=1,2&longitude=1,2');
    expect([two.status, two.body.error]).toEqual([403, true]);
    const many = await createApiKey(owner, clientId, { scopes: ['forecast:batch'] });
    expect((await askOpenMeteo(app(), many.key, PLACE)).status).toBe(403);
  });

  it("is limited and metered as on the service's own routes", async () => {
    const { owner, clientId, key } = await createKeyedClient(app(), { rate_limits: { hour: 5 } });
    const answers = [];
    for (const query of [PLACE, 'latitude=1,2,3&longitude=1,2,3', `${PLACE}&hourly=x`, PLACE, PLACE])
      answers.push(await askOpenMeteo(app(), key, `${query}&current=temperature_2m`));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 200, 429]);
    expect(answers[4].body).toMatchObject({ error: true });
    expect(answers[4].headers.get('retry-after')).toMatch(/^\d+$/);
    await app().app.get(UsageFlusherService).flush();
    const { body } = await owner.get<{ totals: object }>(`/v1/usage?client_id=${clientId}&interval=minute`);
    expect(body.totals).toMatchObject({ requests: 5, units: 5, throttled: 1 });
  });
});
