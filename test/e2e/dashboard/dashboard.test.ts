import { describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { OWN_FEATURE_SET } from '../../../src/boot/features/features.js';
import { sendRaw } from '../../support/raw-request.js';
import { useTestApp } from '../../support/test-app.js';

const ASSETS = fileURLToPath(new URL('../../../dist/web/assets', import.meta.url));
const app = useTestApp();
const get = (path: string, headers: Record<string, string> = {}) =>
  sendRaw<string>(app().url, { path, headers });

describe('the page', () => {
  it.each(OWN_FEATURE_SET.pages.map(({ path }) => path.replace('*', 'cli_01ARZ3NDEKTSV4RRFFQ69G5FAV')))(
    'is at %s, and must be revalidated',
    async (path) => {
      const { status, headers, body } = await get(path);

      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(body).toContain('<div id="root">');
    },
  );

  const CHROME = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
  const NOWHERE = ['/nothing', '/nothing?v1', '/docs/nothing', '/admin/nothing', '/index.html', '/v1x'];
  const OF_PROGRAMS = ['/v1/nothing', '/v1', '/health/nothing', '/assets/nothing.js', '/open-meteo/nothing'];

  it.each(NOWHERE)('is not at %s: a browser gets a page with a way back', async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, body } = await sendRaw<string>(app().url, {
        method,
        path,
        headers: { accept: CHROME },
      });

      expect(status).toBe(404);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('vary')).toMatch(/accept/i);
      if (method === 'GET') expect(body).toContain('<a href="/">Go to Overview</a>');
    }
  });

  it.each([
    ...OF_PROGRAMS.map((path) => [path, CHROME]),
    ...['*/*', 'application/json', undefined].map((accept) => ['/nothing', accept]),
  ])('is not at %s: with "accept: %s", the response is a problem', async (path, accept) => {
    const { status, headers } = await get(path!, accept === undefined ? {} : { accept });

    expect(status).toBe(404);
    expect(headers.get('content-type')).toMatch(/^application\/(problem\+)?json/);
  });

  it('has no inline scripts or styles', async () => {
    const { body } = await get('/');

    expect(body).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc="\/assets\/)/i);
    expect(body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });
});

describe('its files', () => {
  const script = readdirSync(ASSETS).find((name) => name.endsWith('.js'))!;
  const content = readFileSync(`${ASSETS}/${script}`);
  const fetchAs = async (coding: string) => {
    const response = await fetch(`${app().url}/assets/${script}`, { headers: { 'accept-encoding': coding } });
    return { headers: response.headers, body: await response.arrayBuffer() };
  };

  it('may be cached forever, since their names change with their content', async () => {
    const { headers, body } = await fetchAs('identity');

    expect(script).toMatch(/-[\w-]{8}\.js$/);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
    expect(Buffer.from(body)).toEqual(content);
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('are precompressed as %s', async (coding, decompress) => {
    const { headers } = await fetchAs(coding);

    expect(headers.get('content-encoding')).toBe(coding);
    expect(headers.get('vary')).toMatch(/accept-encoding/i);
    const kept = readFileSync(`${ASSETS}/${script}.${coding === 'br' ? 'br' : 'gz'}`);
    expect(decompress(kept)).toEqual(content);
    expect(headers.get('content-length')).toBe(String(kept.length));
  });
});
