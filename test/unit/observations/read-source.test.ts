import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FileVersion } from '../../../src/observations/fetch/fetch-file.js';
import { readSource } from '../../../src/observations/fetch/read-source.js';
import { METAR } from '../../../src/weather/observations/metar/metar.source.js';
import { METAR_HEADER, metarRow } from '../../support/metar-rows.js';

const nowMs = Date.parse('2026-11-21T06:00:00Z');
const { signal } = new AbortController();

/** By path, what is served there: a status, or the content of a file; nothing is cut off. */
let files: Record<string, number | string | undefined>;
let requests: string[];
let base: string;
const server = createServer(({ url = '' }, response) => {
  requests.push(url);
  const file = url in files ? files[url] : 404;
  if (file === undefined) response.destroy();
  else if (typeof file === 'number') response.writeHead(file).end();
  else response.end(file);
});
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  files = {};
  requests = [];
});

const fileOf = (...rows: string[]) => [METAR_HEADER, ...rows, ''].join('\n');
const good = fileOf(metarRow());
const old = metarRow({ observation_time: '2026-11-21T01:00:00Z' });

function read(bases: string[], paths: string[][], versions = new Map<string, FileVersion>()) {
  const source = { ...METAR, pauseMs: 0, files: () => paths.map((of) => ({ paths: of })) };
  const baseUrls = bases.map((folder) => `${base}/${folder}`);
  return readSource({ source, baseUrls, stations: [] }, versions, nowMs, signal);
}

describe('a file', () => {
  it.each<[string, number | string | undefined]>([
    ['has too many requests', 429],
    ['fails', 503],
    ['is cut off', undefined],
    ['is of another layout', '<html>'],
    ['has no report', fileOf()],
    ['has only old reports', fileOf(old)],
    ['has no content', 204],
    ['is said not to have changed since never', 304],
  ])('that %s is read from the next base, and its other name is not tried before', async (_, first) => {
    files = { '/a/m.gz': first, '/a/m': good, '/b/m.gz': good };
    const reading = await read(['a', 'b'], [['m.gz', 'm']]);

    expect(reading.failure).toBeUndefined();
    expect(reading.reports).toHaveLength(1);
    expect(reading.refused).toEqual({});
    expect(requests).toEqual(['/a/m.gz', '/b/m.gz']);
  });

  it('that is missing is read by its other name', async () => {
    files = { '/a/m': good };
    expect((await read(['a', 'b'], [['m.gz', 'm']])).reports).toHaveLength(1);
    expect(requests).toEqual(['/a/m.gz', '/a/m']);
  });

  it.each([
    ['StaleReportsError', [old], { time: 1 }],
    ['RefusedReportsError', [old, metarRow({ latitude: '91' })], { time: 1, position: 1 }],
  ])('without a report to use is a %s, and what was refused is counted', async (name, rows, refused) => {
    files = { '/a/m': fileOf(...rows) };
    expect(await read(['a'], [['m']])).toMatchObject({
      files: 1,
      refused,
      isReceived: false,
      failure: { name },
    });
  });
});

describe('the files of a source', () => {
  const paths = [['1'], ['2'], ['3'], ['4']];

  it.each([403, 404, 500, '<html>', fileOf(old), undefined])(
    'are read if one of them is %s, which is named',
    async (second) => {
      files = { '/a/1': good, '/a/2': second, '/a/3': good, '/a/4': good };
      const versions = new Map<string, FileVersion>();
      const { reports, isReceived, isCutShort, failure } = await read(['a'], paths, versions);

      expect(reports).toHaveLength(3);
      expect([isReceived, isCutShort]).toEqual([true, false]);
      expect(failure).toBeDefined();
      expect([...versions.keys()]).toEqual(['1', '3', '4']);
    },
  );

  it.each([
    ['asks for fewer requests', { '/a/1': good, '/a/2': 404, '/a/3': 429 }, 'TooManyRequestsError'],
    ['fails twice in a row', { '/a/1': good, '/a/2': 500, '/a/3': 500 }, 'HttpStatusError'],
  ])('are left alone once the server %s, and those before are kept', async (_, served, name) => {
    files = { ...served, '/a/4': good };
    expect(await read(['a'], paths)).toMatchObject({
      reports: [{ station: { id: 'KBOS' } }],
      isReceived: true,
      isCutShort: true,
      failure: { name },
    });
    expect(requests).toEqual(['/a/1', '/a/2', '/a/3']);
  });
});
