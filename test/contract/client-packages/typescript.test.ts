/** @slow */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { WeatherClient, WeatherError } from '../../../openapi/typescript/src/index.js';
import { createKeyedClient } from '../../support/forecast-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';
import { ScriptedService, WAIT } from './scripted-service.js';

const run = promisify(execFile);
const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

const app = useTestApp();
let key: string;
beforeAll(async () => {
  await publishRun(app());
  ({ key } = await createKeyedClient(app()));
});

describe('the package', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'typescript-client-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('can be packed, and its example compiles and runs with it', async () => {
    const copy = join(folder, 'project');
    cpSync(join(PROJECT, 'openapi'), join(copy, 'openapi'), { recursive: true });
    symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'));
    const pack = join(copy, 'openapi', 'typescript');
    await run('npm', ['pack', '--pack-destination', folder], { cwd: pack });

    const used = join(folder, 'app', 'node_modules');
    const own = join(used, 'weather-forecast-client');
    mkdirSync(own, { recursive: true });
    await run('tar', [
      '-xzf',
      join(folder, 'weather-forecast-client-0.2.0.tgz'),
      '-C',
      own,
      '--strip-components=1',
    ]);
    for (const name of ['openapi-fetch', '@types', 'undici-types'])
      symlinkSync(join(PROJECT, 'node_modules', name), join(used, name));
    cpSync(join(pack, 'examples', 'forecast.ts'), join(folder, 'app', 'forecast.ts'));
    writeFileSync(join(folder, 'app', 'package.json'), '{"type":"module"}');
    const compiler = fileURLToPath(import.meta.resolve('typescript/lib/tsc.js'));
    const options = [
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--types',
      'node',
      'forecast.ts',
    ];
    await run(process.execPath, [compiler, ...options], { cwd: join(folder, 'app') });

    const { stdout } = await run(process.execPath, [join(folder, 'app', 'forecast.js')], {
      env: { ...process.env, WEATHER_URL: app().url, WEATHER_API_KEY: key },
    });
    expect(stdout).toMatch(
      /^52.2297, 21.0122: 10 °C at \d{4}-\d\d-\d\dT\d\d:00:00Z\n400 invalid_parameter: "lat" must be .+\n$/,
    );
  });
});

describe('the client', () => {
  let service: ScriptedService;
  afterEach(() => service?.close());
  const point = { query: { lat: 1, lon: 2 } };
  const forecast = { status: 200, body: '{"data":{"timelines":{}}}' };

  it('returns the typed response, and other formats unchanged', async () => {
    const weather = new WeatherClient({ url: app().url, apiKey: key });
    const query = { lat: 1, lon: 2, fields: ['temperature' as const] };
    const { data } = await weather.call('getForecast', { query });
    expect(data.timelines.hourly?.[0].values).toEqual({ temperature: 10 });
    const { forecasts } = await weather.call('postForecasts', { body: { locations: [{ lat: 1, lon: 2 }] } });
    expect(forecasts).toHaveLength(1);
    const csv = await weather.response('getForecast', { query, accept: 'text/csv' });
    expect(await csv.text()).toMatch(/^lat,lon,time,temperature\r?\n1,2,/);
  });

  it("throws the service's errors", async () => {
    const weather = new WeatherClient({ url: app().url, apiKey: key });
    const failed: unknown = await weather
      .call('getForecast', { query: { lat: 91, lon: 2 } })
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(WeatherError);
    expect(failed).toMatchObject({
      status: 400,
      code: 'invalid_parameter',
      faults: [{ parameter: 'lat' }],
      requestId: expect.any(String),
    });
  });

  it('retries at a limit, and sends its key only in the header', async () => {
    service = await ScriptedService.start(WAIT[429], WAIT[503], forecast);
    const weather = new WeatherClient({ url: service.url, apiKey: 'wx_1' });
    await weather.call('getForecast', point);
    expect(service.requests).toHaveLength(3);
    for (const { url, headers } of service.requests)
      expect([url, headers.apikey]).toEqual(['/v1/weather/forecast?lat=1&lon=2', 'wx_1']);
  });

  it.each([
    ['after as many attempts as it may make', 'getForecast', [WAIT[429], WAIT[429], WAIT[429], forecast], 3],
    [
      'after one whose wait is too long',
      'getForecast',
      [{ ...WAIT[429], headers: { 'retry-after': '3600' } }],
      1,
    ],
    ['of a POST, which may have done something', 'postForecast', [WAIT[503], forecast], 1],
  ] as const)('throws %s', async (_when, operation, responses, requests) => {
    service = await ScriptedService.start(...responses);
    const weather = new WeatherClient({ url: service.url, apiKey: 'wx_1' });
    const asked =
      operation === 'getForecast'
        ? weather.call(operation, point)
        : weather.call(operation, { body: { lat: 1, lon: 2 } });
    await expect(asked).rejects.toMatchObject({ name: 'WeatherError', message: 'Wait.' });
    expect(service.requests).toHaveLength(requests);
  });

  it('sends its key to no other host', async () => {
    const other = await ScriptedService.start(forecast);
    service = await ScriptedService.start({ status: 302, headers: { location: other.url } });
    const weather = new WeatherClient({ url: service.url, apiKey: 'wx_1' });
    await expect(weather.call('getForecast', point)).rejects.toThrow();
    expect(other.requests).toEqual([]);
    other.close();
  });
});
