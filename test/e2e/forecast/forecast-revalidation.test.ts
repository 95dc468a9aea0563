import { beforeAll, describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../../src/core/time/index.js';
import { type Answer } from '../../support/api-caller.js';
import { askForecast, createKeyedClient, FORECAST, POINT } from '../../support/forecast-caller.js';
import { publishRun } from '../../support/published-run.js';
import { sendRaw } from '../../support/raw-request.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'day=1000' });
/** With an explicit start, the response stays the same as long as its run is the newest. */
const start = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS).toISOString();
const QUERY = `${POINT}&startTime=${start}`;
const CLIMATOLOGY = `${QUERY}&source=climatology`;
let key: string;
let etag: string;
let lastModified: string;

const ask = (headers: Record<string, string>, query = QUERY) =>
  askForecast(app(), { apikey: key, ...headers }, query);
const shifted = (seconds: number) => new Date(Date.parse(lastModified) + seconds * 1000);

beforeAll(async () => {
  await publishRun(app());
  ({ key } = await createKeyedClient(app()));
  const { headers } = await ask({});
  etag = headers.get('etag')!;
  lastModified = headers.get('last-modified')!;
});

function expectNotModified({ status, headers, body }: Answer): void {
  expect([status, body]).toEqual([304, '']);
  expect(headers.get('etag')).toBe(etag);
  expect(headers.get('last-modified')).toBe(lastModified);
  expect(headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
  expect(headers.get('vary')).toBe('Accept-Encoding, apikey');
  expect(headers.get('x-request-id')).not.toBeNull();
  expect(headers.get('content-type')).toBeNull();
}

describe('If-None-Match', () => {
  const matching: [string, (tag: string) => string][] = [
    ['the tag', (tag) => tag],
    ['the weak tag', (tag) => `W/${tag}`],
    ['a list that has it', (tag) => `"other", "a,b" ,W/${tag}`],
    ['any tag', () => '*'],
  ];
  it.each(matching)('matches %s', async (_, header) => {
    expectNotModified(await ask({ 'if-none-match': header(etag) }));
  });

  const others: [string, (tag: string) => string][] = [
    ['another tag', () => '"other"'],
    ['nothing', () => ''],
    ['the tag without its quotes', (tag) => tag.slice(1, -1)],
    ['a part of it', (tag) => `${tag.slice(0, -3)}"`],
    ['a tag named as an asterisk', () => '"*"'],
  ];
  it.each(others)("doesn't match %s", async (_, header) => {
    const answer = await ask({ 'if-none-match': header(etag), 'if-modified-since': lastModified });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toBe(etag);
    expect(answer.body).toMatchObject({ location: { lat: 52.2297 } });
  });

  it('distinguishes different forecasts', async () => {
    const answers = ['fields=ozone', 'units=imperial', 'timelines=daily', 'source=climatology'].map((more) =>
      ask({ 'if-none-match': etag }, `${QUERY}&${more}`),
    );
    for (const { status, headers } of await Promise.all(answers)) {
      expect(status).toBe(200);
      expect(headers.get('etag')).not.toBe(etag);
    }
  });
});

describe('If-Modified-Since', () => {
  it('matches the time of the last change, or later', async () => {
    expectNotModified(await ask({ 'if-modified-since': lastModified }));
    expectNotModified(await ask({ 'if-modified-since': shifted(3600).toUTCString() }));
  });

  it('accepts the obsolete date formats of HTTP', async () => {
    const [day, date, month, year, time] = shifted(60).toUTCString().split(/,? /);
    expectNotModified(
      await ask({
        'if-modified-since': `${day} ${month} ${String(Number(date)).padStart(2)} ${time} ${year}`,
      }),
    );
    expectNotModified(
      await ask({ 'if-modified-since': `Monday, ${date}-${month}-${year.slice(2)} ${time} GMT` }),
    );
  });

  it("doesn't match an earlier or invalid date", async () => {
    for (const date of [shifted(-1).toUTCString(), '2099-01-01T00:00:00Z', '2099', '9', 'tomorrow', ''])
      expect([date, (await ask({ 'if-modified-since': date })).status]).toEqual([date, 200]);
  });
});

it('is sent for HEAD as for GET', async () => {
  const head = (headers: Record<string, string>) =>
    sendRaw(app().url, {
      method: 'HEAD',
      path: `${FORECAST}?${QUERY}`,
      headers: { apikey: key, ...headers },
    });

  expectNotModified(await head({ 'if-none-match': etag }));
  const { status, headers, body } = await head({ 'if-none-match': '"other"' });
  expect([status, body, headers.get('etag')]).toEqual([200, '', etag]);
});

it('consumes its unit of the limits, and says so', async () => {
  const { key: other } = await createKeyedClient(app(), { rate_limits: { day: 5 } });

  const { status, headers } = await ask({ apikey: other, 'if-none-match': etag });

  expect(status).toBe(304);
  expect(headers.get('ratelimit')).toMatch(/"day";r=4;/);
  expect(headers.get('ratelimit-policy')).toMatch(/"day";q=5;/);
});

describe('Last-Modified', () => {
  const changedMs = async (query: string) =>
    Date.parse((await ask({}, query)).headers.get('last-modified') ?? '');

  it('is at least the current hour if the start is omitted', async () => {
    const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    expect(await changedMs(POINT)).toBeGreaterThanOrEqual(hourMs);
    expect(await changedMs(`${POINT}&source=climatology`)).toBeGreaterThanOrEqual(hourMs);
  });

  it('is the start of the service for climatology', async () => {
    const sinceStartMs = Date.now() - (await changedMs(CLIMATOLOGY));
    expect(sinceStartMs).toBeGreaterThanOrEqual(0);
    expect(sinceStartMs).toBeLessThan(process.uptime() * 1000);
  });
});

it("isn't sent to a caller without a key", async () => {
  const answer = await askForecast(app(), { 'if-none-match': '*' }, QUERY);
  expect(answer.status).toBe(401);
  expect(answer.headers.get('etag')).toBeNull();
});
