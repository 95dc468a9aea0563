import { beforeAll, describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../../src/core/time/index.js';
import {
  askForecast,
  createKeyedClient,
  POINT,
  POINT_BODY,
  postForecast,
  FORECAST,
} from '../../support/forecast-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';
import { generateKey } from '../../../src/api-keys/key-format.js';
import { expectProblem } from '../../support/problems.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'day=1000' });

describe('200', () => {
  const startTime = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS).toISOString();
  const endTime = new Date(Date.parse(startTime) + 3 * HOUR_MS).toISOString();
  let key: string;
  beforeAll(async () => {
    await publishRun(app());
    ({ key } = await createKeyedClient(app()));
  });

  const REQUESTS: [string, Record<string, unknown>, string][] = [
    ['a point', { startTime }, `&startTime=${startTime}`],
    ['numbers in any notation', { startTime, elevation: 1e3 }, `&startTime=${startTime}&elevation=1000`],
    [
      'everything',
      {
        startTime,
        endTime,
        fields: ['humidity', 'temperature', 'humidity'],
        timelines: ['daily', 'minutely', 'hourly'],
        timezone: 'auto',
        units: 'imperial',
        source: 'gfs',
        elevation: -12.5,
      },
      `&startTime=${startTime}&endTime=${endTime}&fields=humidity,temperature,humidity&timelines=daily,minutely,hourly` +
        '&timezone=auto&units=imperial&source=gfs&elevation=-12.5',
    ],
    ['climatology', { startTime, source: 'climatology' }, `&startTime=${startTime}&source=climatology`],
  ];

  it.each(REQUESTS)('returns the same as GET for %s', async (_, members, query) => {
    const asked = await askForecast(app(), { apikey: key }, `${POINT}${query}`);
    const answer = await postForecast(app(), { apikey: key }, { ...POINT_BODY, ...members });

    expect([asked.status, answer.status]).toEqual([200, 200]);
    expect(answer.body).toEqual(asked.body);
    for (const name of ['content-type', 'etag', 'last-modified', 'vary'])
      expect([name, answer.headers.get(name)]).toEqual([name, asked.headers.get(name)]);
    expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
  });

  it('accepts the key in the query, the header, or both if equal', async () => {
    for (const [headers, query] of [
      [{}, `?apikey=${key}`],
      [{ apikey: key }, ''],
      [{ apikey: key }, `?apikey=${key}`],
    ] as const)
      expect((await postForecast(app(), headers, POINT_BODY, query)).status).toBe(200);
  });

  it("is allowed for other sites' pages, since it uses no cookies", async () => {
    const headers = { apikey: key, origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };

    expect((await postForecast(app(), headers)).status).toBe(200);
  });

  it('ignores conditional headers, which are for GET and HEAD', async () => {
    const first = await postForecast(app(), { apikey: key }, { ...POINT_BODY, startTime });
    const etag = first.headers.get('etag')!;

    const again = await postForecast(
      app(),
      { apikey: key, 'if-none-match': etag },
      { ...POINT_BODY, startTime },
    );

    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  it('consumes one unit of the limits', async () => {
    const { key: other } = await createKeyedClient(app(), { rate_limits: { day: 5 } });

    const { headers } = await postForecast(app(), { apikey: other });

    expect(headers.get('ratelimit-policy')).toBe('"day";q=5;w=86400');
    expect(headers.get('ratelimit')).toMatch(/^"day";r=4;/);
  });
});

describe('400', () => {
  const instance = FORECAST;
  let key: string;
  beforeAll(async () => {
    ({ key } = await createKeyedClient(app()));
  });
  const post = (body: unknown, query?: string) => postForecast(app(), { apikey: key }, body, query);

  describe('points to the member', () => {
    const FAULTS: [string, Record<string, unknown>][] = [
      ['/lat', { lat: '52.2' }],
      ['/lat', { lat: null }],
      ['/lat', { lat: 90.1 }],
      ['/lat', { lat: [52] }],
      ['/lon', { lon: -180.0001 }],
      ['/lon', { lon: true }],
      ['/elevation', { elevation: 9001 }],
      ['/elevation', { elevation: '12' }],
      ['/fields', { fields: 'temperature' }],
      ['/fields', { fields: [] }],
      ['/fields', { fields: [1] }],
      ['/fields', { fields: ['temprature'] }],
      ['/fields', { fields: { temperature: true } }],
      ['/timelines', { timelines: 'hourly' }],
      ['/timelines', { timelines: ['weekly'] }],
      ['/timezone', { timezone: 'Europe/Atlantis' }],
      ['/timezone', { timezone: 2 }],
      ['/units', { units: 'nautical' }],
      ['/units', { units: ['metric'] }],
      ['/startTime', { startTime: '2026-11-21' }],
      ['/startTime', { startTime: 1_795_000_000 }],
      ['/endTime', { startTime: '2026-11-21T03:00:00Z', endTime: '2026-11-21T03:00:00Z' }],
      ['/endTime', { endTime: null }],
      ['/source', { source: 'icon' }],
      ['/startTime', { startTime: '2099-01-01T00:00:00Z', source: 'gfs' }],
      ['/apikey', { apikey: 'wx_anything' }],
      ['/Lat', { Lat: 1 }],
    ];
    it.each(FAULTS)('%s in %j', async (pointer, members) => {
      const answer = await post({ ...POINT_BODY, ...members });
      expectProblem(answer, 400, 'invalid_parameter', { instance, pointers: [pointer] });
    });

    it('that exceeds the range of numbers', async () => {
      const answer = await post('{"lat":1e999,"lon":0}');
      expectProblem(answer, 400, 'invalid_parameter', { instance, pointers: ['/lat'] });
    });

    it('of every fault', async () => {
      const answer = await post({ lon: 181, units: 1, unknown: {} });
      expectProblem(answer, 400, 'invalid_parameter', {
        instance,
        pointers: ['/lat', '/lon', '/units', '/unknown'],
      });
    });

    it('that is missing if there is no body', async () => {
      for (const body of ['', '{}'])
        expectProblem(await post(body), 400, 'invalid_parameter', { instance, pointers: ['/lat', '/lon'] });
    });

    it('and suggests the nearest known names', async () => {
      const { body } = await post({ ...POINT_BODY, fields: ['temprature'], timezon: 'UTC' });
      expect(JSON.stringify(body)).toMatch(/The nearest known names: temperature\b/);
      expect(JSON.stringify(body)).toMatch(/Unknown member \\"timezon\\"\. Did you mean \\"timezone\\"/);
    });
  });

  it('rejects query parameters other than the key', async () => {
    const answer = await post(POINT_BODY, `?apikey=${key}&lat=1`);
    expectProblem(answer, 400, 'invalid_parameter', { instance, parameters: ['lat'] });
  });

  it('rejects different keys before checking anything else', async () => {
    const answer = await post('{', `?apikey=${generateKey()}&lat=1`);
    expectProblem(answer, 400, 'ambiguous_api_key', { instance });
  });

  it.each([
    ['a body that is not JSON', '{', ''],
    ['a member', '{"lat":91,"lon":0}', ''],
    ['a parameter', JSON.stringify(POINT_BODY), '?units=metric'],
  ])('costs nothing for %s, as its headers say', async (_, body, query) => {
    const { key: other } = await createKeyedClient(app(), { rate_limits: { day: 2 } });
    for (let count = 0; count < 4; count += 1) {
      const { status, headers } = await postForecast(app(), { apikey: other }, body, query);
      expect(status).toBe(400);
      expect(headers.get('ratelimit')).toMatch(/^"day";r=2;/);
    }
  });
});
