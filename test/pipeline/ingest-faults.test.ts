/** @slow */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import {
  MirrorServer,
  redateMessages,
  type MirrorFault,
  type MirrorRequest,
} from '../support/mirror-server.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { IMPATIENT, IngestHarness } from './ingest-harness.js';

const RUN = ['--run', '2020-08-04T12'];
const F006 = 'gfs.20200804/12/atmos/gfs.t12z.pgrb2.0p25.f006';
const [F000, F012] = ['f000', 'f012'].map((step) => F006.replace('f006', step));

describeWithSharedData('an ingest fails without changing the store if', () => {
  const root = join(sharedData ?? '', 'gfs');
  let harness: IngestHarness;
  let mirror: MirrorServer;
  let before: string[];

  // The store already has the same run, so that a failure could do harm.
  beforeAll(async () => {
    harness = await IngestHarness.create();
    mirror = await MirrorServer.start({ root });
    await harness.run(root, [...RUN, '--steps', '0,6']);
    before = await harness.listing();
    // A run, the folder of terrains and its terrain.
    expect(before).toHaveLength(7);
  });
  afterEach(async () => {
    await harness.forgetDownloads();
    harness.networkPolicy = IMPATIENT;
    mirror.fault = undefined;
    mirror.requests.length = 0;
  });
  afterAll(async () => {
    await mirror.close();
    await harness.remove();
  });

  async function expectFailure(name: string, ...fragments: string[]): Promise<void> {
    const outcome = await harness.run(mirror.url, RUN);
    expect(outcome.status).toBe(1);
    expect(outcome.stderr).toMatch(new RegExp(`^${name}: [^\n]+\n$`));
    for (const fragment of fragments) expect(outcome.stderr).toContain(fragment);
    expect(outcome.stdout).not.toContain('published');
    expect(await harness.listing()).toEqual(before);
  }

  const only =
    (path: string, fault: MirrorFault) =>
    (request: MirrorRequest): MirrorFault | undefined =>
      request.path === path ? fault : undefined;
  const file = (path: string) => readFileSync(join(root, path));
  const content = (body: Uint8Array | string): MirrorFault => ({ kind: 'content', body: Buffer.from(body) });
  const inventory = (change: (text: string) => string) => content(change(file(`${F006}.idx`).toString()));

  test('a required record is missing from the inventory', async () => {
    mirror.fault = only(
      `${F006}.idx`,
      inventory((text) => text.replace(/^.*:APCP:.*\n/gm, '')),
    );
    await expectFailure(
      'RecordMissingError',
      `f006: required record APCP:surface (accumulated) is not in the inventory ${mirror.url}/${F006}.idx`,
    );
  });

  test('an inventory is a web page', async () => {
    mirror.fault = only(`${F006}.idx`, { kind: 'html' });
    await expectFailure('InventoryError', `${F006}.idx is no inventory: Inventory line 1 is malformed`);
  });

  test('an inventory is cut off at the end of a line', async () => {
    mirror.fault = only(
      `${F006}.idx`,
      inventory((text) => text.replace(/[^\n]*\n$/, '')),
    );
    const size = file(F006).length;
    await expectFailure(
      'InventoryError',
      `the inventory of ${mirror.url}/${F006} names ends at byte `,
      `the file at ${size}`,
    );
  });

  test.each([false, true])(
    'a file is replaced after its inventory was read',
    async (ignoresPreconditions) => {
      mirror.ignoresPreconditions = ignoresPreconditions;
      // Complete and of the same length: only the version tells them apart.
      const replaced = file(F006);
      replaced[replaced.length - 5] ^= 1;
      mirror.fault = (request) =>
        mirror.requests.some(({ path }) => path === `${F006}.idx`)
          ? only(F006, content(replaced))(request)
          : undefined;
      await expectFailure('FileChangedError', `${F006} was replaced after its inventory was read`);
      mirror.ignoresPreconditions = false;
    },
  );

  test('an inventory belongs to another run', async () => {
    mirror.fault = only(
      `${F006}.idx`,
      inventory((text) => text.replaceAll('d=2020080412', 'd=2020080406')),
    );
    await expectFailure(
      'ForeignInventoryError',
      `${F006}.idx`,
      'is of the run 2020-08-04T06Z, not 2020-08-04T12Z',
    );
  });

  test('access to an inventory is forbidden', async () => {
    mirror.fault = only(`${F006}.idx`, { kind: 'status', status: 403 });
    await expectFailure('HttpStatusError', `${F006}.idx: the server returned 403 Forbidden`);
  });

  test('the file is shorter than its inventory says', async () => {
    mirror.fault = only(F006, { kind: 'file-ends-at', endBytes: 800_000 });
    await expectFailure('TruncatedFileError', F006);
  });

  test('the file is missing', async () => {
    mirror.fault = only(F012, { kind: 'status', status: 404 });
    await expectFailure('FileMissingError', `${F012} does not exist (404)`);
  });

  test('the file has the same length but other content', async () => {
    mirror.fault = only(F006, content(file(F006).fill(0x41)));
    await expectFailure('MalformedMessageError', 'f006 ', 'it does not begin with "GRIB"');
  });

  test('a message belongs to another run', async () => {
    mirror.fault = only(F006, content(redateMessages(file(F006), new Date('2020-08-04T06:00:00Z'))));
    await expectFailure('ForeignMessageError', 'f006 ', 'run 2020-08-04T06Z');
  });

  test('a message differs from its inventory entry', async () => {
    // The temperature's entry points to the dew point.
    mirror.fault = only(
      `${F006}.idx`,
      inventory((text) => text.replace(':TMP:2 m above ground:', ':X:y:').replace(':SPFH:2 m', ':TMP:2 m')),
    );
    await expectFailure('ForeignMessageError', 'f006 TMP:2 m above ground:6 hour fcst', 'not 0.0.0 (TMP)');
  });

  test('a message is for another step', async () => {
    const text = file(`${F012}.idx`).toString();
    const relabelled = text.replaceAll(/:(6-)?12 hour/g, (_, start) => (start ? ':0-6 hour' : ':6 hour'));
    mirror.fault = (request) =>
      only(F006, content(file(F012)))(request) ?? only(`${F006}.idx`, content(relabelled))(request);
    await expectFailure('ForeignMessageError', 'f006 ', 'another one: hour 12');
  });

  test('a message is on another grid', async () => {
    const bytes = file(F012);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const [, offset] = /:(\d+):d=2020080412:TMP:2 m above ground:/.exec(file(`${F012}.idx`).toString()) ?? [];
    // Octets 47 and 56 of section 3, the first and last latitude, one degree further north.
    for (const octet of [47, 56]) {
      const position = Number(offset) + 16 + 21 + octet - 1;
      view.setUint32(position, view.getUint32(position) + 1_000_000);
    }
    mirror.fault = only(F012, content(bytes));
    await expectFailure('GridMismatchError', 'f012 TMP:2 m above ground', '49 × 33 from 57, 13 by 0.25°');
  });

  test('every message of a required record has another unit', async () => {
    const inCelsius = (path: string) => {
      const bytes = file(path);
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      const [, offset] =
        /:(\d+):d=2020080412:TMP:2 m above ground:/.exec(file(`${path}.idx`).toString()) ?? [];
      let section = Number(offset) + 16;
      while (view.getUint8(section + 4) !== 5) section += view.getUint32(section);
      // Octets 12 and 18 of section 5 in template 5.0: the reference value, and the decimal scale. °C for K.
      const reference = view.getFloat32(section + 11) - 273.15 * 10 ** view.getUint16(section + 17);
      view.setFloat32(section + 11, reference);
      return content(bytes);
    };
    const changed = new Map([F000, F006, F012].map((path) => [path, inCelsius(path)]));
    mirror.fault = ({ path }) => changed.get(path);
    await expectFailure(
      'ImplausibleValuesError',
      'TMP:2 m above ground:',
      '1617 of its 1617 values are outside of 169 to 345',
      `${mirror.url}/gfs.20200804/12/atmos/`,
    );
  });

  test('a message is damaged inside', async () => {
    const bytes = file(F006);
    const [, offset] = /:(\d+):d=2020080412:TMP:2 m above ground:/.exec(file(`${F006}.idx`).toString()) ?? [];
    bytes.fill(0xff, Number(offset) + 16 + 21, Number(offset) + 16 + 21 + 4);
    mirror.fault = only(F006, content(bytes));
    await expectFailure('MalformedMessageError', 'f006 TMP:2 m above ground:6 hour fcst: ');
  });

  test('the connection keeps breaking', async () => {
    mirror.fault = only(F012, { kind: 'cut', afterBytes: 1000 });
    await expectFailure('TruncatedDownloadError', F012, 'ended after 1000 of');
  });

  test('the server stops sending', async () => {
    harness.networkPolicy = { ...IMPATIENT, stallTimeoutMs: 1_000 };
    mirror.fault = only(F012, { kind: 'stall' });
    await expectFailure('DownloadTimeoutError', F012, 'nothing came for 1 s');
  });

  test('the server sends too slowly', async () => {
    harness.networkPolicy = { ...IMPATIENT, throughputFloor: { bytes: 1_000, perMs: 300 } };
    mirror.fault = only(F012, { kind: 'drip', everyMs: 5 });
    await expectFailure('DownloadTimeoutError', F012, 'bytes came in 0.3 s');
  });

  test('the run is in the future', async () => {
    const outcome = await harness.run(mirror.url, ['--run', '2099-08-04T12']);
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    expect(outcome.stderr).toMatch(/^FutureRunError: the run 2099-08-04T12Z is in the future: [^\n]+\n$/);
    expect(mirror.requests).toEqual([]);
  });

  test('the server keeps returning errors', async () => {
    mirror.fault = only(F012, { kind: 'status', status: 500 });
    await expectFailure('HttpStatusError', 'returned 500');
  });

  test("the server doesn't support range requests", async () => {
    mirror.fault = only(F006, { kind: 'range-ignored' });
    await expectFailure('RangeIgnoredError', F006);
  });

  test('the server sends another range', async () => {
    mirror.fault = only(F006, { kind: 'wrong-content-range' });
    await expectFailure('ContentRangeError', F006);
  });

  test('a requested step is missing', async () => {
    const outcome = await harness.run(mirror.url, [...RUN, '--steps', '0,3,6,9']);
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    expect(outcome.stderr).toMatch(
      /^StepMissingError: f003, f009: no inventory; looked for http:[^\n ]+\.pgrb2\.0p25\.f003\.idx, http:[^\n ]+\.pres_a\.0p25\.f003\.grib2\.idx\n$/,
    );
    expect(await harness.listing()).toEqual(before);
  });

  test('the run has no steps', async () => {
    const outcome = await harness.run(mirror.url, ['--run', '2020-08-05T00']);
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    expect(outcome.stderr).toMatch(
      /^RunNotFoundError: there is no step of the gfs 0p25 run 2020-08-05T00Z; looked for http:/,
    );
    expect(await harness.listing()).toEqual(before);
  });

  test('it is interrupted during a download', async () => {
    const stop = new AbortController();
    mirror.fault = (request) => {
      if (request.path === F012 && request.range !== undefined) stop.abort(new Error('interrupted'));
      return undefined;
    };
    const outcome = await harness.run(mirror.url, RUN, {}, stop.signal);
    expect(outcome).toMatchObject({ status: 1, stderr: 'Error: interrupted\n' });
    expect(await harness.listing()).toEqual(before);
  });

  test('a fault persists, but succeeds if it is temporary', async () => {
    const other = await IngestHarness.create();
    mirror.fault = ({ attempt }) => (attempt === 1 ? { kind: 'status', status: 503 } : undefined);
    expect(await other.run(mirror.url, RUN)).toMatchObject({ status: 0, stderr: '' });
    await other.remove();
  });
});
