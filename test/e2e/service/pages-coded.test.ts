import { get } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { useTestApp } from '../../support/test-app.js';

const DECODERS = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };
const app = useTestApp();

interface Received {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

/** Takes the bytes as they come. */
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
  '/docs/assets/swagger-ui.css',
  '/docs/assets/swagger-ui-bundle.js',
  '/openapi.json',
  '/openapi.yaml',
])('%s', (path) => {
  it.each(['zstd', 'br', 'gzip'] as const)('holds the same bytes in %s, each time', async (coding) => {
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

describe('a coded file', () => {
  const path = '/docs/assets/swagger-ui.css';
  const headers = { 'accept-encoding': 'gzip' };

  it('is not sent again to who has it', async () => {
    const { etag } = (await receive(path, headers)).headers;
    const { status, bytes } = await receive(path, { ...headers, 'if-none-match': String(etag) });
    expect([status, bytes.length]).toEqual([304, 0]);
  });

  it('is plain in parts', async () => {
    const part = await receive(path, { ...headers, range: 'bytes=0-99' });
    expect([part.status, part.bytes.length]).toEqual([206, 100]);
    expect(part.headers['content-encoding']).toBeUndefined();
  });
});

it.each(['/docs', '/docs/assets/favicon-32x32.png'])(
  'leaves %s as it is, small or a picture',
  async (path) => {
    const { status, headers } = await receive(path, { 'accept-encoding': 'gzip' });
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBeUndefined();
  },
);
