/** @slow */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { decode } from 'fast-png';
import { XMLValidator } from 'fast-xml-parser';
import { createApiKey } from '../../../support/api-caller.js';
import { flushedUsage } from '../../../support/flushed-usage.js';
import { createKeyedClient, type KeyedClient } from '../../../support/forecast-caller.js';
import { publishRun } from '../../../support/published-run.js';
import { expectProblem } from '../../../support/problems.js';
import { ReadMeteogram } from '../../../support/read-meteogram.js';
import { useTestApp } from '../../../support/test-app.js';
import { askMeteogram, fetchPicture, PNG, POINT, SVG } from './ask-meteogram.js';

const app = useTestApp();
const withoutRuns = useTestApp();
let client: KeyedClient;
beforeAll(async () => {
  await publishRun(app(), 1);
  client = await createKeyedClient(app());
});
const fetchOwn = (path: string, headers: Record<string, string> = {}) =>
  fetchPicture(app(), client.key, path, headers);
const ask = (path: string) => askMeteogram(app(), path, { apikey: client.key });

describe.each([
  [SVG, 'image/svg+xml'],
  [PNG, 'image/png'],
])('%s', (path, mediaType) => {
  it('returns a picture that may be cached until the next hour', async () => {
    const { status, headers } = await fetchOwn(`${path}?${POINT}`);

    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe(mediaType);
    expect(headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
    expect(headers.get('etag')).toMatch(/^"[\w-]+"$/);
    expect(headers.get('last-modified')).toMatch(/GMT$/);
    expect(headers.get('vary')).toBe('Accept-Encoding, apikey, Authorization');
    expect(headers.get('ratelimit')).toMatch(/"day";r=\d+/);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('accepts the key in the query, as an image on a page needs it', async () => {
    const { status } = await fetch(`${app().url}${path}?${POINT}&apikey=${client.key}`);
    expect(status).toBe(200);
  });

  it('responds with 304 if the caller already has it', async () => {
    const first = await fetchOwn(`${path}?${POINT}`);
    const again = await fetchOwn(`${path}?${POINT}`, { 'if-none-match': first.headers.get('etag')! });
    const other = await fetchOwn(`${path}?${POINT}&hours=7`, { 'if-none-match': first.headers.get('etag')! });

    expect([again.status, again.bytes.length, other.status]).toEqual([304, 0, 200]);
    // A second may have passed.
    expect(again.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
  });

  it('costs one unit', async () => {
    const own = await createKeyedClient(app());
    await fetchPicture(app(), own.key, `${path}?${POINT}&hours=240`);
    await flushedUsage(app(), 'select 1');
    const usage = await own.owner.get<{ totals: object }>(`/v1/usage?client_id=${own.clientId}`);
    expect(usage.body.totals).toMatchObject({ requests: 1, units: 1, errors: 0 });
  });

  it.each([
    ['lat', 'lon=21'],
    ['lat', 'lat=91&lon=21'],
    ['lon', 'lat=5&lon=1e1'],
    ['place', 'place=qqqqqqq'],
    ['place', `${POINT}&place=Warsaw`],
    ['hours', `${POINT}&hours=5`],
    ['hours', `${POINT}&hours=241`],
    ['hours', `${POINT}&hours=6.5`],
    ['hours', `${POINT}&hours=`],
    ['hours', `${POINT}&hours=6&hours=7`],
    ['width', `${POINT}&width=319`],
    ['width', `${POINT}&width=1201`],
    ['theme', `${POINT}&theme=blue`],
    ['units', `${POINT}&units=kelvin`],
    ['timezone', `${POINT}&timezone=Mars`],
    ['startTime', `${POINT}&startTime=2026-11-24`],
    ['source', `${POINT}&source=climatology`],
    ['source', `${POINT}&source=gefs`],
    ['fields', `${POINT}&fields=temperature`],
    ['endTime', `${POINT}&endTime=2026-11-24T00:00:00Z`],
    ['timelines', `${POINT}&timelines=daily`],
  ])('responds with 400 naming %s to %s', async (parameter, query) => {
    const answer = await ask(`${path}?${query}`);
    expectProblem(answer, 400, 'invalid_parameter', { instance: path, parameters: [parameter] });
  });

  it('reports all faults at once', async () => {
    const answer = await ask(`${path}?lat=x&hours=0&width=0&unknown=1`);
    const parameters = ['unknown', 'hours', 'width', 'lat', 'lon'];
    expectProblem(answer, 400, 'invalid_parameter', { instance: path, parameters });
  });

  it('responds with 401 without a key, and 403 to a key without the scope', async () => {
    expectProblem(await askMeteogram(app(), `${path}?${POINT}`), 401, 'missing_api_key', { instance: path });
    const { key } = await createApiKey(client.owner, client.clientId, { scopes: ['forecast:batch'] });
    const refused = await askMeteogram(app(), `${path}?${POINT}`, { apikey: key });
    expectProblem(refused, 403, 'insufficient_scope', { instance: path });
  });

  it('responds with 429 to a client whose day is spent', async () => {
    const { key } = await createKeyedClient(app(), { rate_limits: { day: 1 } });
    expect((await fetchPicture(app(), key, `${path}?${POINT}`)).status).toBe(200);
    expect((await fetchPicture(app(), key, `${path}?${POINT}`)).status).toBe(429);
  });

  it('responds with 503 if there is no run, and never with long-term averages', async () => {
    const { key } = await createKeyedClient(withoutRuns());
    const answer = await askMeteogram(withoutRuns(), `${path}?${POINT}`, { apikey: key });

    expectProblem(answer, 503, 'forecast_unavailable', { instance: path });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('the SVG', () => {
  it.each(["L'Aquila", "Land O' Lakes"])('of %s is well-formed, and contains the name', async (place) => {
    const { status, bytes } = await fetchOwn(`${SVG}?place=${encodeURIComponent(place)}`);
    expect(status).toBe(200);
    expect(XMLValidator.validate(bytes.toString())).toBe(true);
    const picture = new ReadMeteogram(bytes.toString());
    expect(picture.title.startsWith(`Weather forecast for ${place}, `)).toBe(true);
    expect(picture.words.some((word) => word.startsWith(place))).toBe(true);
  });

  it('loads and executes nothing', async () => {
    const { headers, bytes } = await fetchOwn(`${SVG}?${POINT}&theme=auto`);
    const text = bytes.toString();

    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; frame-ancestors 'none'$/,
    );
    expect(text).not.toMatch(/<script|<foreignObject|<image|<use|\son\w+=|javascript:|@import|@font-face/i);
    expect([...text.matchAll(/(?:https?:)?\/\/[^\s<]+/g)].map(([address]) => address)).toEqual([
      'http://www.w3.org/2000/svg"',
    ]);
  });

  it("has the colors of the theme, or follows the reader's preference", async () => {
    const background = async (theme: string) => {
      const picture = new ReadMeteogram((await fetchOwn(`${SVG}?${POINT}&theme=${theme}`)).bytes.toString());
      return [picture.of('rect')[0]['@fill'], picture.of('style').length];
    };
    expect(await background('light')).toEqual(['#ffffff', 0]);
    expect(await background('dark')).toEqual(['#1c232e', 0]);
    expect(await background('auto')).toEqual(['#ffffff', 1]);
  });

  it.each(['320', '600', '1200'])('is %s pixels wide', async (width) => {
    const picture = new ReadMeteogram((await fetchOwn(`${SVG}?${POINT}&width=${width}`)).bytes.toString());
    expect(picture.svg['@width']).toBe(width);
    expect(picture.svg['@viewBox']).toBe(`0 0 ${width} ${String(picture.svg['@height'])}`);
  });

  it('is compressed if the caller accepts that', async () => {
    const { headers } = await fetchOwn(`${SVG}?${POINT}`, { 'accept-encoding': 'br' });
    expect(headers.get('content-encoding')).toBe('br');
    expect(headers.get('etag')).toMatch(/-br"$/);
  });
});

describe('the PNG', () => {
  it.each([
    [600, 1],
    [320, 3],
    [1200, 2],
  ])('is %i pixels wide, times %i, and shows what the SVG does', async (width, scale) => {
    const query = `${POINT}&width=${width}&theme=dark`;
    const svg = new ReadMeteogram((await fetchOwn(`${SVG}?${query}`)).bytes.toString());
    const png = decode((await fetchOwn(`${PNG}?${query}&scale=${scale}`)).bytes);

    expect([png.width, png.height]).toEqual([width * scale, Number(svg.svg['@height']) * scale]);
    const pixel = (x: number, y: number) => {
      const at = (Math.round(y * scale) * png.width + Math.round(x * scale)) * png.channels;
      return `#${Buffer.from(png.data.slice(at, at + 3)).toString('hex')}`;
    };
    expect(pixel(2, 2)).toBe('#1c232e');
    // The curve is where the SVG has it, since the run has 10 °C everywhere.
    const [{ x, y }] = svg.points('temperature');
    expect(pixel(x + 40, y)).toBe('#ff8a80');
    // The title has visible letters, so the font was loaded.
    const ink = Array.from({ length: 150 }, (_, i) =>
      [18, 20, 22, 24].map((row) => pixel(14 + i, row)),
    ).flat();
    expect(ink.filter((colour) => colour === '#eef2f6').length).toBeGreaterThan(20);
  });

  it('differs by scale', async () => {
    const [one, two] = await Promise.all([1, 2].map((scale) => fetchOwn(`${PNG}?${POINT}&scale=${scale}`)));
    expect(one.headers.get('etag')).not.toBe(two.headers.get('etag'));
  });

  it.each(['0', '4', '1.5', 'x'])("can't have the scale %s", async (scale) => {
    const answer = await ask(`${PNG}?${POINT}&scale=${scale}`);
    expectProblem(answer, 400, 'invalid_parameter', { instance: PNG, parameters: ['scale'] });
  });

  it('supports no theme "auto", just as the SVG supports no scale', async () => {
    const auto = await ask(`${PNG}?${POINT}&theme=auto`);
    expectProblem(auto, 400, 'invalid_parameter', { instance: PNG, parameters: ['theme'] });
    const scaled = await ask(`${SVG}?${POINT}&scale=2`);
    expectProblem(scaled, 400, 'invalid_parameter', { instance: SVG, parameters: ['scale'] });
  });

  it('responds with 503 to a client that requests many at once', async () => {
    const widths = Array.from({ length: 12 }, (_, i) => 700 + i);
    const answers = await Promise.all(widths.map((width) => fetchOwn(`${PNG}?${POINT}&width=${width}`)));
    const statuses = answers.map(({ status }) => status);

    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4);
    const refused = answers.find(({ status }) => status === 503)!;
    expect(JSON.parse(refused.bytes.toString())).toMatchObject({ code: 'overloaded', status: 503 });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await fetchOwn(`${PNG}?${POINT}&width=700`)).status).toBe(200);
  });
});
