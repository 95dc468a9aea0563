import { get } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../../src/core/time/index.js';
import { askForecast, createKeyedClient, FORECAST, POINT } from '../../support/forecast-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const start = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS).toISOString();
const QUERY = `${POINT}&startTime=${start}`;
/** About 9 MB, which is streamed. */
const LONG = `${QUERY}&timelines=minutely&source=climatology&endTime=${new Date(Date.parse(start) + 384 * HOUR_MS).toISOString()}`;
const SMALL = `${QUERY}&fields=ozone&endTime=${new Date(Date.parse(start) + HOUR_MS).toISOString()}`;
const DECODERS = {
  zstd: promisify(zstdDecompress),
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
};
let key: string;

beforeAll(async () => {
  await publishRun(app());
  ({ key } = await createKeyedClient(app()));
});

interface Received {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

/** Sends exactly this header, and returns the bytes as received. */
function receive(acceptEncoding: string | undefined, query = QUERY): Promise<Received> {
  const headers = { apikey: key, ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }) };
  return new Promise((resolve, reject) => {
    get(`${app().url}${FORECAST}?${query}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    }).on('error', reject);
  });
}

describe.each(['zstd', 'br', 'gzip'] as const)('a response in %s', (coding) => {
  it.each([
    ['at once', QUERY, true],
    ['as it is taken', LONG, false],
  ])('holds the same bytes, compressed %s', async (_, query, isWhole) => {
    const [plain, coded] = [await receive(undefined, query), await receive(coding, query)];
    expect([plain.status, coded.status]).toEqual([200, 200]);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(coded.headers['content-encoding']).toBe(coding);
    expect(coded.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(coded.headers['content-length']).toBe(isWhole ? String(coded.bytes.length) : undefined);
    expect(coded.headers.vary).toBe('Accept-Encoding, apikey');
    expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect((await DECODERS[coding](coded.bytes)).equals(plain.bytes)).toBe(true);
  });

  it('has its own tag, which matches only a request for the same encoding', async () => {
    const ask = (headers: Record<string, string>) => askForecast(app(), { apikey: key, ...headers }, QUERY);
    const plain = await receive(undefined);
    const coded = await receive(coding);
    const tag = coded.headers.etag as string;
    expect(tag).not.toBe(plain.headers.etag);
    expect(tag).toMatch(/^"[\w-]+"$/);
    for (const held of [tag, `W/${tag}`]) {
      const { status, headers } = await ask({ 'accept-encoding': coding, 'if-none-match': held });
      expect([status, headers.get('etag'), headers.get('content-encoding')]).toEqual([304, tag, null]);
    }
    expect((await ask({ 'if-none-match': tag })).status).toBe(200);
    expect((await receive(coding)).headers.etag).toBe(tag);
  });
});

it('has a different tag for each encoding', async () => {
  const answers = await Promise.all([undefined, 'zstd', 'br', 'gzip'].map((coding) => receive(coding)));
  expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(4);
});

it("doesn't compress what fits into one packet, unless the caller rejects identity", async () => {
  const plain = await receive('gzip', SMALL);
  expect(plain.headers['content-encoding']).toBeUndefined();
  const coded = await receive('gzip, identity;q=0', SMALL);
  expect(coded.headers['content-encoding']).toBe('gzip');
  expect((await DECODERS.gzip(coded.bytes)).equals(plain.bytes)).toBe(true);
  expect(coded.headers.etag).not.toBe(plain.headers.etag);
});

it("isn't compressed if the caller accepts none of the encodings", async () => {
  for (const header of ['deflate', 'identity', 'gzip;q=0', 'identity;q=0, deflate']) {
    const { status, headers } = await receive(header);
    expect([header, status, headers['content-encoding']]).toEqual([header, 200, undefined]);
  }
});
