/** @slow */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { describeWithPython } from '../../support/describe-with-python.js';
import { createKeyedClient } from '../../support/forecast-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';
import { OPERATIONS } from '../api-document.js';
import { ScriptedService, WAIT } from './scripted-service.js';

const FOLDER = fileURLToPath(new URL('../../../openapi/python/', import.meta.url));
const execute = promisify(execFile);

/** Runs a Python program that can import the package, and returns its output. */
async function python(program: string[], settings: Record<string, string> = {}): Promise<string> {
  const env = {
    ...process.env,
    ...settings,
    PYTHONPATH: `${FOLDER}src`,
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONIOENCODING: 'utf-8',
  };
  return (await execute('python3', program, { env })).stdout;
}

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describeWithPython('the client for Python', () => {
  const app = useTestApp();
  let key: string;
  let service: ScriptedService;
  beforeAll(async () => {
    await publishRun(app());
    ({ key } = await createKeyedClient(app()));
  });
  afterEach(() => service?.close());

  it('runs its example', async () => {
    const settings = { WEATHER_URL: app().url, WEATHER_API_KEY: key };
    expect(await python([`${FOLDER}examples/forecast.py`], settings)).toMatch(
      /^52.2297, 21.0122: 10.* °C at \d{4}-\d\d-\d\dT\d\d:00:00Z\n400 invalid_parameter: "lat" must be .+\n$/,
    );
  });

  it('has a method for each operation except streams, and types that resolve', async () => {
    const printed = await python([
      '-c',
      `
import inspect, json, typing
from weather_forecast import WeatherClient, types
typed = [typing.get_type_hints(each) for each in vars(types).values() if typing.is_typeddict(each)]
methods = [name for name, each in inspect.getmembers(WeatherClient, inspect.isfunction) if typing.get_type_hints(each)]
print(json.dumps([len(typed), methods]))
`,
    ]);
    const [types, methods] = JSON.parse(printed) as [number, string[]];
    expect(types).toBeGreaterThan(100);
    const operations = [...OPERATIONS.keys()].filter((id) => id !== 'streamEvents').map(snakeCase);
    expect(methods).toEqual(expect.arrayContaining(operations));
  });

  const CALL = `
import json, sys
from weather_forecast import WeatherClient, WeatherError
weather = WeatherClient(sys.argv[1], api_key="wx_1")
try:
    print(json.dumps(eval(sys.argv[2])))
except WeatherError as error:
    print(error.status, error.code, error.request_id, error)
`;
  const GET = 'weather.get_forecast(lat=1, lon=2, fields=["temperature", "dewPoint"])';
  const forecast = { status: 200, body: '{"data":1}' };

  it('retries at a limit, and sends its key only in the header', async () => {
    service = await ScriptedService.start(WAIT[429], WAIT[503], forecast);
    expect(await python(['-c', CALL, service.url, GET])).toBe('{"data": 1}\n');
    expect(service.requests).toHaveLength(3);
    for (const { url, headers } of service.requests)
      expect([url, headers.apikey]).toEqual([
        '/v1/weather/forecast?lat=1&lon=2&fields=temperature%2CdewPoint',
        'wx_1',
      ]);
  });

  it.each([
    ['after as many attempts as it may make', GET, [WAIT[429], WAIT[429], WAIT[429], forecast], 3],
    ['after one whose wait is too long', GET, [{ ...WAIT[429], headers: { 'retry-after': '3600' } }], 1],
    [
      'of a POST, which may have done something',
      'weather.post_forecast({"lat": 1, "lon": 2})',
      [WAIT[503]],
      1,
    ],
  ])('raises %s', async (_when, call, responses, requests) => {
    service = await ScriptedService.start(...responses);
    expect(await python(['-c', CALL, service.url, call])).toMatch(
      /^(429 quota_exceeded|503 overloaded) .* Wait\.\n$/,
    );
    expect(service.requests).toHaveLength(requests);
  });

  it('sends its key to no other host, and escapes path values', async () => {
    const other = await ScriptedService.start(forecast);
    service = await ScriptedService.start({ status: 302, headers: { location: other.url } }, { status: 204 });
    expect(await python(['-c', CALL, service.url, GET])).toMatch(/^302 /);
    expect(other.requests).toEqual([]);
    other.close();
    await python(['-c', CALL, service.url, 'weather.get_client("../a?b")']);
    expect(service.requests[1].url).toBe('/v1/clients/..%2Fa%3Fb');
  });
});
