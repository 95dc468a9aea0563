import { get } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createApiKey, createClient, type SignedInCaller, signedInCaller } from '../../support/api-caller.js';
import { askForecast } from '../../support/forecast-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';

const DECODERS = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };
const app = useTestApp();

interface Received {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

/** Returns the bytes as received. */
function receive(path: string, headers: Record<string, string> = {}): Promise<Received> {
  return new Promise((resolve, reject) => {
    get(`${app().url}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    }).on('error', reject);
  });
}

describe.each([
  '/docs/errors',
  '/docs/methods',
  '/docs/page.css',
  '/openapi.json',
  '/openapi.yaml',
  '/v1/weather/fields',
  '/v1/weather/codes',
])('%s', (path) => {
  it.each(['zstd', 'br', 'gzip'] as const)('holds the same bytes in %s, every time', async (coding) => {
    const plain = await receive(path);
    expect(plain.status).toBe(200);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.vary).toBe('Accept-Encoding');
    for (let time = 0; time < 2; time++) {
      const coded = await receive(path, { 'accept-encoding': coding });
      expect(coded.status).toBe(200);
      expect(coded.headers['content-encoding']).toBe(coding);
      expect(coded.headers['content-type']).toBe(plain.headers['content-type']);
      expect(coded.headers['content-length']).toBe(String(coded.bytes.length));
      expect(coded.headers.vary).toBe('Accept-Encoding');
      expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(DECODERS[coding](coded.bytes).equals(plain.bytes)).toBe(true);
    }
  });
});

describe('responses that change between requests', () => {
  let caller: SignedInCaller;
  let session: Record<string, string>;
  beforeAll(async () => {
    for (let hoursAgo = 1; hoursAgo <= 5; hoursAgo += 1) await publishRun(app(), hoursAgo);
    caller = await signedInCaller(app());
    session = { cookie: caller.cookie! };
    const { key } = await createApiKey(caller, await createClient(caller));
    for (let i = 0; i < 10; i += 1) await askForecast(app(), { apikey: key }, 'lat=x&lon=0');
  });

  it.each([
    ['/v1/weather/runs', 'Accept-Encoding', ['ageSeconds']],
    ['/v1/usage?interval=hour', 'Accept, Accept-Encoding', ['as_of', 'start', 'end']],
    ['/v1/usage/requests', 'Accept-Encoding', []],
  ])('%s is compressed', async (path, vary, changing) => {
    const read = (bytes: Buffer) =>
      JSON.parse(bytes.toString(), (name, value: unknown) =>
        changing.includes(name) ? undefined : value,
      ) as unknown;
    const plain = await receive(path, session);
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined]);
    expect(plain.headers.vary).toBe(vary);
    const coded = await receive(path, { ...session, 'accept-encoding': 'br, gzip' });
    expect([coded.status, coded.headers['content-encoding']]).toEqual([200, 'br']);
    expect(coded.headers.vary).toBe(vary);
    expect(coded.headers['content-length']).toBe(String(coded.bytes.length));
    expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(read(brotliDecompressSync(coded.bytes))).toEqual(read(plain.bytes));
  });

  it("a report isn't cached for another caller", async () => {
    const path = '/v1/usage/requests';
    const other = await signedInCaller(app());
    await receive(path, { ...session, 'accept-encoding': 'br' });
    const { bytes } = await receive(path, { cookie: other.cookie!, 'accept-encoding': 'br' });
    expect(JSON.parse(bytes.toString())).toEqual({ data: [], next_cursor: null, dropped: 0 });
  });

  it('a report as CSV is compressed as well', async () => {
    const path = '/v1/usage?interval=hour';
    const headers = { ...session, accept: 'text/csv', 'accept-encoding': 'gzip' };
    const { bytes, headers: answered } = await receive(path, headers);
    expect(answered['content-encoding']).toBe('gzip');
    expect(gunzipSync(bytes).toString()).toMatch(/^start,interval,requests,/);
  });
});

it('leaves /docs uncompressed, since it is small', async () => {
  const { status, headers } = await receive('/docs', { 'accept-encoding': 'gzip' });
  expect(status).toBe(200);
  expect(headers['content-encoding']).toBeUndefined();
});
