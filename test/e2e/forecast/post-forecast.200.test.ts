import { beforeAll, expect, it } from '@jest/globals';
import {
  askForecast,
  createKeyedClient,
  POINT,
  POINT_BODY,
  postForecast,
} from '../../support/forecast-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';

const HOUR_MS = 3_600_000;
const app = useTestApp({ DEFAULT_RATE_LIMITS: 'day=1000' });
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
