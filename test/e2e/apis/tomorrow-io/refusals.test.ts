import { beforeAll, describe, expect, it } from '@jest/globals';
import { UsageFlusherService } from '../../../../src/usage/metering/usage-flusher.service.js';
import { createApiKey } from '../../../support/api-caller.js';
import { createKeyedClient, type KeyedClient } from '../../../support/forecast-caller.js';
import { publishRun } from '../../../support/published-run.js';
import { sendRaw } from '../../../support/raw-request.js';
import { useTestApp } from '../../../support/test-app.js';
import {
  askTomorrowIo,
  LOCATION,
  postTimelines,
  REALTIME,
  TIMELINES,
  type TomorrowIoBody,
  WEATHER_FORECAST,
} from './ask-tomorrow-io.js';

const app = useTestApp();
let client: KeyedClient;
beforeAll(async () => {
  await publishRun(app());
  client = await createKeyedClient(app());
});
const ask = (query: string, path = TIMELINES) => askTomorrowIo(app(), client.key, path, query);
const TEMPERATURE = `${LOCATION}&fields=temperature`;

describe('400', () => {
  it.each([
    ['fields=temperature', 'location', /it is required/],
    [LOCATION, 'fields', /it is required/],
    ['location=&fields=temperature', 'location', /it is required/],
    ['location=91,0&fields=temperature', 'location', /latitude must be from -90 to 90/],
    ['location=1,181&fields=temperature', 'location', /longitude must be from -180 to 180/],
    ['location=1e9,5&fields=temperature', 'location', /"1e9,5" is unknown/],
    ['location=nan,13&fields=temperature', 'location', /"nan,13" is unknown/],
    ['location=42&fields=temperature', 'location', /"42" is unknown/],
    ['location=NaN,NaN&fields=temperature', 'location', /"NaN,NaN" is unknown/],
    ['location=Krak&fields=temperature', 'location', /"Krak" is unknown; .+ "Kraków, PL"/],
    ['location=-k1234567890&fields=temperature', 'location', /"-k1234567890" is unknown/],
    ['location=-k&fields=temperature', 'location', /"-k" is unknown/],
    [`location=${'x'.repeat(200)}&fields=temperature`, 'location', /"x{40}…" is unknown/],
    [`${LOCATION}&fields=temprature`, 'fields', /"temprature" is not a field/],
    [`${LOCATION}&fields=temperatureSum`, 'fields', /"temperatureSum" is not a field/],
    [`${LOCATION}&fields=constructor`, 'fields', /"constructor" is not a field/],
    [`${TEMPERATURE}&units=si`, 'units', /"si" is unknown; use metric, imperial/],
    [`${TEMPERATURE}&timesteps=2h`, 'timesteps', /"2h" is unknown; use current, 1m, 5m, 15m, 30m, 1h, 1d/],
    [`${TEMPERATURE}&timezone=Mars/Base`, 'timezone', /use an IANA name/],
    [`${TEMPERATURE}&startTime=1e9`, 'startTime', /must be a time in ISO 8601/],
    [`${TEMPERATURE}&startTime=2026-02-30T00:00:00Z`, 'startTime', /not in the calendar/],
    [`${TEMPERATURE}&startTime=nowPlus999999h`, 'startTime', /must be a time in ISO 8601/],
    [`${TEMPERATURE}&startTime=nowPlus400d`, 'startTime', /1h is available from -168 to \+360 h/],
    [`${TEMPERATURE}&startTime=2001-01-01T00:00:00Z&endTime=2001-01-02T00:00:00Z`, 'startTime', /1h is/],
    [`${TEMPERATURE}&endTime=nowMinus1h`, 'endTime', /before the startTime/],
    [`${TEMPERATURE}&dailyStartHour=24`, 'dailyStartHour', /use a whole number from 0 to 23/],
  ])('rejects the query %s', async (query, parameter, message) => {
    const { status, headers, body } = await ask(query);
    expect([status, body]).toEqual([
      400,
      { code: 400002, type: 'Invalid Query Parameters', message: expect.stringMatching(message) },
    ]);
    expect(body.message).toMatch(`Fix parameter '${parameter}': `);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('accepts up to 55 fields', async () => {
    const names = ['temperature', 'humidity', 'dewPoint', 'windSpeed', 'windGust', 'visibility', 'uvIndex']
      .concat(['cloudCover', 'cloudBase', 'cloudCeiling', 'rainIntensity', 'snowIntensity', 'pollutantO3'])
      .concat(['pressureSeaLevel', 'epaIndex'])
      .flatMap((name) => [name, `${name}Max`, `${name}Min`, `${name}Avg`]);
    const body = (count: number) => ({ location: '1,2', timesteps: ['1d'], fields: names.slice(0, count) });
    expect((await postTimelines(app(), client.key, body(55))).status).toBe(200);
    const { body: refused } = await postTimelines(app(), client.key, body(56));
    expect(refused).toEqual({
      code: 400001,
      type: 'Invalid Body Parameters',
      message: "Fix parameter 'fields': use at most 55 fields.",
    });
  });

  it.each([
    ['null', 'null'],
    ['a list', '[1]'],
    ['text', '"boston"'],
    ['a number', '1e400'],
    ['no JSON', '{"location": '],
    ['nothing of use', '{}'],
    ['NaN', '{"location":"1,2","fields":[NaN]}'],
    ['a deep location', `{"location":${'['.repeat(5000)}${']'.repeat(5000)}}`],
    ['a deep body', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`],
    ['fields that are objects', '{"location":"1,2","fields":[{"toString":1}]}'],
    ['many fields', JSON.stringify({ location: '1,2', fields: Array(9000).fill('x') })],
    ['a line', '{"location":{"type":"LineString","coordinates":[[1,2],[3,4]]},"fields":["temperature"]}'],
    ['a list of one number', '{"location":[42],"fields":["temperature"]}'],
    ['a point of text', '{"location":{"type":"Point","coordinates":["1","2"]},"fields":["temperature"]}'],
    ['a point without coordinates', '{"location":{"type":"Point"},"fields":["temperature"]}'],
    [
      'a point beyond the pole',
      '{"location":{"type":"Point","coordinates":[1,1e9]},"fields":["temperature"]}',
    ],
    ['a time in seconds', '{"location":"1,2","fields":["temperature"],"startTime":1000000000}'],
    ['a time that is a list', '{"location":"1,2","fields":["temperature"],"startTime":[[1]]}'],
    ['a prototype', '{"location":"1,2","fields":["__proto__"],"__proto__":{"units":"si"}}'],
  ])('rejects a body that is %s', async (_what, text) => {
    const { status, body } = await postTimelines(app(), client.key, text);
    expect([status, body]).toEqual([
      400,
      { code: 400001, type: 'Invalid Body Parameters', message: expect.any(String) },
    ]);
  });
});

describe('304', () => {
  it('is sent if the caller already has the response', async () => {
    const query = `${TEMPERATURE}&timesteps=1h`;
    const { headers } = await ask(query);
    expect(headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
    const etag = headers.get('etag')!;
    const again = await askTomorrowIo(app(), client.key, TIMELINES, query, { 'if-none-match': etag });
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
    const other = await askTomorrowIo(app(), client.key, TIMELINES, query, { 'if-none-match': '"other"' });
    expect(other.status).toBe(200);
  });
});

describe('404, 405, 413, 415', () => {
  it.each([
    ['GET', '/v4/nothing', 404, 404001, 'Not Found'],
    ['GET', '/v4/weather/history/recent', 404, 404001, 'Not Found'],
    ['DELETE', TIMELINES, 405, 405001, 'Method Not Allowed'],
    ['POST', WEATHER_FORECAST, 405, 405001, 'Method Not Allowed'],
    ['POST', TIMELINES, 413, 413001, 'Payload Too Large'],
  ])('%s %s is rejected in the same format', async (method, path, status, code, type) => {
    const answer = await sendRaw<TomorrowIoBody>(app().url, {
      method,
      path,
      headers: { apikey: client.key, 'content-type': 'application/json' },
      body: status === 413 ? JSON.stringify({ location: 'x'.repeat(70_000) }) : undefined,
    });
    expect([answer.status, answer.body]).toEqual([status, { code, type, message: expect.any(String) }]);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('rejects a body with another type than JSON', async () => {
    const { status, body } = await postTimelines(app(), client.key, 'location=1,2', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect([status, body.code]).toEqual([415, 415001]);
  });
});

describe('the key', () => {
  it.each([TIMELINES, WEATHER_FORECAST, REALTIME])(
    'is required by %s, in the header or the query',
    async (path) => {
      const none = await sendRaw<TomorrowIoBody>(app().url, { path: `${path}?${TEMPERATURE}` });
      expect([none.status, none.body]).toEqual([
        401,
        { code: 401001, type: 'Invalid Key', message: expect.any(String) },
      ]);
      const inQuery = await sendRaw(app().url, { path: `${path}?${TEMPERATURE}&apikey=${client.key}` });
      expect(inQuery.status).toBe(200);
      const both = await askTomorrowIo(app(), client.key, path, `${TEMPERATURE}&apikey=other`);
      expect([both.status, both.body.code]).toEqual([400, 400005]);
    },
  );

  it('needs the scope', async () => {
    const { key } = await createApiKey(client.owner, client.clientId, { scopes: ['forecast:batch'] });
    const { status, body } = await askTomorrowIo(app(), key, TIMELINES, TEMPERATURE);
    expect([status, body.code, body.type]).toEqual([403, 403001, 'Access Denied']);
  });

  it('is metered by the values of all steps, including days', async () => {
    const { owner, clientId, key } = await createKeyedClient(app());
    const fields = ['temperature', 'humidity', 'windSpeed', 'windGust', 'dewPoint', 'visibility', 'uvIndex'];
    // 7 fields with 1441 minutes, 529 hours and 23 days each are 13,951 values.
    const { status } = await postTimelines(app(), key, {
      location: '1,2',
      fields,
      timesteps: ['1h', '1d', '1m'],
      startTime: 'nowMinus7d',
      endTime: 'nowPlus15d',
    });
    expect(status).toBe(200);
    await askTomorrowIo(app(), key, WEATHER_FORECAST, LOCATION);
    await askTomorrowIo(app(), key, REALTIME, 'location=91,0');
    await app().app.get(UsageFlusherService).flush();
    const { body } = await owner.get<{ totals: object }>(`/v1/usage?client_id=${clientId}&interval=minute`);
    expect(body.totals).toMatchObject({ requests: 3, units: 3, errors: 1 });
  });
});
