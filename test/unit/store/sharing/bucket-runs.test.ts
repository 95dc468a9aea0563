/** @slow */
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../../../src/core/time/index.js';
import { Bucket } from '../../../../src/store/sharing/bucket/bucket.js';
import { BucketRuns } from '../../../../src/store/sharing/bucket/bucket-runs.js';
import { fetchRun } from '../../../../src/store/sharing/fetch-run.js';
import { S3Server } from '../../../support/s3-server.js';
import { LARGE_BYTES, writeLargeRun, writeSmallRun } from './written-runs.js';

const signal = new AbortController().signal;
let server: S3Server;
let bucket: Bucket;
let runs: BucketRuns;
let directory: string;
let tests = 0;

beforeAll(async () => {
  server = await S3Server.start();
});
afterAll(() => server.stop());
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bucket-'));
  bucket = await Bucket.open(server.location(`test-${++tests}`));
  runs = new BucketRuns(bucket);
});
afterEach(async () => {
  server.fault = undefined;
  server.requests.length = 0;
  bucket.close();
  await rm(directory, { recursive: true });
});

const write = (run: string, model = 'gfs') => writeSmallRun(directory, run, { model });
const names = async () => (await runs.published()).map(({ name }) => name);
const target = async () => {
  const path = join(directory, 'target');
  await mkdir(path, { recursive: true });
  return path;
};

describe('a run in a bucket', () => {
  it('can be downloaded unchanged, in several concurrent parts', async () => {
    const name = await writeLargeRun(directory, '2026-11-20T12:00:00Z');
    await runs.upload(directory, name, signal);
    expect(await names()).toEqual([name]);
    const into = await target();
    const told: [number, number][] = [];
    await fetchRun(runs, name, into, signal, (bytes, total) => told.push([bytes, total]));
    expect(await readdir(into)).toEqual([name]);
    for (const file of await readdir(join(directory, name))) {
      const [sent, come] = await Promise.all(
        [directory, into].map((folder) => readFile(join(folder, name, file))),
      );
      expect(come.equals(sent)).toBe(true);
    }
    expect(told.map(([bytes]) => bytes).at(-1)).toBe(LARGE_BYTES);
    expect(told).toHaveLength(4);
    const written = server.requests.filter(({ method }) => method === 'PUT').map(({ key }) => key);
    expect(written.at(-1)).toMatch(/run\.json$/);
    expect(written).toHaveLength(5);
  });

  it('is downloaded correctly over a longer file of an earlier download', async () => {
    const name = await write('2026-11-20T12:00:00Z');
    await runs.upload(directory, name, signal);
    const into = await target();
    const sent = await readFile(join(directory, name, 'values.packed'));
    await mkdir(join(into, `${name}.arriving`));
    await writeFile(join(into, `${name}.arriving`, 'values.packed'), Buffer.concat([sent, sent]));
    await fetchRun(runs, name, into, signal, () => undefined);
    expect((await readFile(join(into, name, 'values.packed'))).equals(sent)).toBe(true);
  });

  it('is not listed before its manifest is uploaded', async () => {
    const name = await write('2026-11-20T12:00:00Z');
    server.fault = ({ method, key }) =>
      method === 'PUT' && key.endsWith('run.json')
        ? { kind: 'status', status: 403, code: 'AccessDenied' }
        : undefined;
    await expect(runs.upload(directory, name, signal)).rejects.toMatchObject({
      name: 'RunStoreDeniedError',
    });
    expect(await names()).toEqual([]);
    server.fault = undefined;
    server.requests.length = 0;
    await runs.upload(directory, name, signal);
    expect(await names()).toEqual([name]);
    const written = server.requests.filter(({ method }) => method === 'PUT').map(({ key }) => key);
    expect(written).toEqual([expect.stringMatching(/values\.packed$/), expect.stringMatching(/run\.json$/)]);
  });

  describe('whose manifest was rejected after its values were uploaded', () => {
    let name: string;
    beforeEach(async () => {
      name = await writeLargeRun(directory, '2026-11-20T12:00:00Z');
      server.fault = ({ method, key }) =>
        method === 'PUT' && key.endsWith('run.json')
          ? { kind: 'status', status: 403, code: 'AccessDenied' }
          : undefined;
      await expect(runs.upload(directory, name, signal)).rejects.toMatchObject({
        name: 'RunStoreDeniedError',
      });
      server.fault = undefined;
    });
    async function expectWhole() {
      const into = await target();
      await fetchRun(runs, name, into, signal, () => undefined);
      const [sent, come] = await Promise.all(
        [directory, into].map((folder) => readFile(join(folder, name, 'values.packed'))),
      );
      expect(come.equals(sent)).toBe(true);
    }

    it.each([
      ['are gone from', () => bucket.delete(`${name}/values.packed`)],
      ['have another size in', () => bucket.write(`${name}/values.packed`, 'other values')],
    ])('is uploaded again if its values %s the bucket', async (_what, change) => {
      await change();
      await runs.upload(directory, name, signal);
      await expectWhole();
    });
  });

  it('leaves nothing of its download behind if it is put in place meanwhile', async () => {
    const name = await writeLargeRun(directory, '2026-11-20T12:00:00Z');
    await runs.upload(directory, name, signal);
    const into = await target();
    await fetchRun(runs, name, into, signal, (bytes, total) => {
      if (bytes < total) return;
      mkdirSync(join(into, name));
      writeFileSync(join(into, name, 'run.json'), 'of the ingest');
    });
    expect(await readdir(into)).toEqual([name]);
    expect(await readdir(join(into, name))).toEqual(['run.json']);
  });

  it.each([
    ['of its parts', 'PUT', 3],
    // After the one that begins the upload.
    ['to combine its parts', 'POST', 2],
  ])(
    'starts over after a refusal %s, and leaves nothing of the failed upload',
    async (_what, method, nth) => {
      const name = await writeLargeRun(directory, '2026-11-20T12:00:00Z');
      const count = () => server.requests.filter((request) => request.method === method).length;
      server.fault = (request) =>
        request.method === method && count() >= nth
          ? { kind: 'status', status: 400, code: 'InvalidRequest' }
          : undefined;
      await expect(runs.upload(directory, name, signal)).rejects.toMatchObject({
        name: 'RunStoreRefusedError',
      });
      server.fault = undefined;
      expect(await bucket.list()).toEqual([]);
      expect(server.requests.at(-2)).toMatchObject({
        method: 'DELETE',
        key: `test-${tests}/${name}/values.packed`,
      });

      server.requests.length = 0;
      await runs.upload(directory, name, signal);
      expect(server.requests.filter((request) => request.method === 'PUT')).toHaveLength(5);
      const into = await target();
      await fetchRun(runs, name, into, signal, () => undefined);
      const [sent, come] = await Promise.all(
        [directory, into].map((folder) => readFile(join(folder, name, 'values.packed'))),
      );
      expect(come.equals(sent)).toBe(true);
      expect((await readdir(join(directory, name))).sort()).toEqual(['run.json', 'values.packed']);
    },
  );

  it('is deleted once newer ones exist, manifest first', async () => {
    const old = await write('2026-11-20T12:00:00Z');
    const earlier = await write('2026-11-20T18:00:00Z');
    const current = await write('2026-11-20T18:00:00Z');
    for (const name of [old, earlier, current]) await runs.upload(directory, name, signal);
    server.requests.length = 0;
    expect((await runs.keep(1)).sort()).toEqual([old, earlier].sort());
    expect(await names()).toEqual([current]);
    const deleted = server.requests.filter(({ method }) => method === 'DELETE').map(({ key }) => key);
    expect(deleted.map((key) => key.split('/').at(-1))).toEqual([
      'run.json',
      'values.packed',
      'run.json',
      'values.packed',
    ]);
    expect((await bucket.list()).length).toBe(2);
  });

  it('counts once among the runs to keep, however often it was published', async () => {
    const old = await write('2026-11-20T12:00:00Z');
    const earlier = await write('2026-11-20T18:00:00Z');
    const current = await write('2026-11-20T18:00:00Z');
    for (const name of [old, earlier, current]) await runs.upload(directory, name, signal);
    expect(await runs.keep(2)).toEqual([earlier]);
    expect(await names()).toEqual([current, old]);
  });

  it('is kept per model, and its parts in addition to complete runs', async () => {
    const noon = '2026-11-20T12:00:00Z';
    const evening = '2026-11-20T18:00:00Z';
    const models = ['gfs', 'ifs', 'aifs', 'gefs', 'icon-eu'];
    const uploaded = async (run: string, of: string[]) => {
      const written: string[] = [];
      for (const model of of) written.push(await write(run, model));
      for (const name of written) await runs.upload(directory, name, signal);
      return written;
    };
    const whole = await uploaded(noon, models);
    const [part, wholeGfs] = [await uploaded(evening, ['ifs']), await uploaded(evening, ['gfs'])].flat();
    expect(await runs.keep(1, (name) => name === part)).toEqual([whole[0]]);
    expect((await names()).sort()).toEqual([...whole.slice(1), part, wholeGfs].sort());
    // The next part replaces the previous one and, once it is complete, the older run.
    const [next] = await uploaded(evening, ['ifs']);
    expect(await runs.keep(1, (name) => name === next)).toEqual([part]);
    expect((await runs.keep(1)).sort()).toEqual([whole[1]]);
    expect((await names()).sort()).toEqual([...whole.slice(2), next, wholeGfs].sort());
  });

  it('is not swept while any of its files is recent', async () => {
    const name = await write('2026-11-20T12:00:00Z');
    const [first, last] = ['a', 'b'].map((file) => `${name}/${file}`);
    const writtenMs = async (key: string) => {
      await bucket.write(key, 'a part of a run');
      return (await bucket.list()).find((object) => object.key === key)!.modifiedAt.getTime();
    };
    const firstMs = await writtenMs(first);
    while ((await writtenMs(last)) <= firstMs);
    await runs.sweep(firstMs + 6 * HOUR_MS + 1);
    expect((await bucket.list()).map(({ key }) => key)).toEqual([first, last]);
  });

  it('is swept hours after its upload was interrupted, and not while it may continue', async () => {
    const [broken, whole] = [await write('2026-11-20T12:00:00Z'), await write('2026-11-20T18:00:00Z')];
    await bucket.write(`${broken}/values.packed`, 'half a run');
    await runs.upload(directory, whole, signal);
    await runs.sweep();
    expect(await bucket.list()).toHaveLength(3);
    await runs.sweep(Date.now() + 7 * HOUR_MS);
    const left = (await bucket.list()).map(({ key }) => key);
    expect(left.sort()).toEqual([`${whole}/run.json`, `${whole}/values.packed`]);
  });

  it('is not uploaded if its file differs from what was written', async () => {
    const name = await write('2026-11-20T12:00:00Z');
    const path = join(directory, name, 'values.packed');
    const bytes = await readFile(path);
    bytes[0] ^= 1;
    await writeFile(path, bytes);
    await expect(runs.upload(directory, name, signal)).rejects.toMatchObject({ name: 'RunDamagedError' });
    expect(await names()).toEqual([]);
  });
});
