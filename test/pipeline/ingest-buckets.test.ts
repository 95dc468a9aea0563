import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type VariableName } from '../../src/weather/meteo/variables.js';
import { MirrorServer } from '../support/mirror-server.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { IngestHarness } from './ingest-harness.js';
import { storedValue } from './stored-planes.js';

const F006 = 'gfs.20200804/12/atmos/gfs.t12z.pgrb2.0p25.f006';
const F003 = F006.replace('f006', 'f003');

// grib_get_data of f006 of the shared run at 56 N 13 E, 52.25 N 21 E, 54.5 N 18.75 E and 48 N 25 E, as in
// fixtures/gfs-20200804t12.values.json.
const POINTS = [
  { latitude: 56, longitude: 13 },
  { latitude: 52.25, longitude: 21 },
  { latitude: 54.5, longitude: 18.75 },
  { latitude: 48, longitude: 25 },
];
const PRECIPITATION_0_TO_6 = [0, 2.5, 0, 0.1875];
const CLOUD_0_TO_6 = [0, 100, 99, 30];
/** Instantaneous CRAIN (grib_get_data -w shortName=crain,stepType=instant); its average from 0 to 6 is [0, 1, 0, 0]. */
const RAIN_AT_6 = [0, 0, 0, 0];

/**
 * Turns f006 into f003: the same instants, and buckets of 0 to 3 hours with half of the values. Octets: section 4 has
 * the forecast time (19), or the hour at which the period ends (39) and its length (50); section 5 has the reference
 * value (12) and the binary scale factor (16).
 */
function halfwayThroughBucket(file: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(file);
  const view = new DataView(bytes.buffer);
  for (let message = 0; message < bytes.length; message += view.getUint32(message + 12)) {
    let isSpan = false;
    for (let s = message + 16; view.getUint32(s) !== 0x37373737; s += view.getUint32(s)) {
      const octet = (number: number) => s + number - 1;
      if (view.getUint8(octet(5)) === 4) {
        isSpan = view.getUint16(octet(8)) === 8;
        if (isSpan) {
          view.setUint8(octet(39), view.getUint8(octet(39)) - 3);
          view.setUint32(octet(50), 3);
        } else {
          view.setUint32(octet(19), 3);
        }
      }
      if (view.getUint8(octet(5)) === 5 && isSpan) {
        view.setFloat32(octet(12), view.getFloat32(octet(12)) / 2);
        const scale = view.getUint16(octet(16));
        // Sign and magnitude, decremented by one.
        view.setUint16(octet(16), scale === 0 ? 0x8001 : scale & 0x8000 ? scale + 1 : scale - 1);
      }
    }
  }
  return bytes;
}

describeWithSharedData('steps inside a bucket', () => {
  const root = join(sharedData ?? '', 'gfs');
  let harness: IngestHarness;
  let mirror: MirrorServer;

  beforeAll(async () => {
    harness = await IngestHarness.create();
    const inventory = readFileSync(join(root, `${F006}.idx`), 'utf8').replaceAll('6 hour', '3 hour');
    const bytes = halfwayThroughBucket(readFileSync(join(root, F006)));
    mirror = await MirrorServer.start({
      root,
      fault: ({ path }) => {
        if (path === F003) return { kind: 'content', body: bytes };
        return path === `${F003}.idx` ? { kind: 'content', body: Buffer.from(inventory) } : undefined;
      },
    });
    const outcome = await harness.run(mirror.url, ['--run', '2020-08-04T12', '--steps', '0,3,6,12']);
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
  });
  afterAll(async () => {
    await mirror.close();
    await harness.remove();
  });

  const storedValues = (name: VariableName, step: number) =>
    harness.withRun((run) => POINTS.map((point) => storedValue(run, name, step, point)));

  test.each(['precipitation', 'cloudCover', 'rainFlag'])('%s: periods are consecutive', (name) =>
    harness.withRun(({ manifest }) => {
      const stored = manifest.variables.find((variable) => variable.name === name);
      expect(stored?.planes.map((plane) => plane?.spanStartHours)).toEqual([undefined, 0, 3, 6]);
    }),
  );

  test('amounts are the increments', () => {
    const halves = PRECIPITATION_0_TO_6.map((amount) => amount / 2);
    expect(storedValues('precipitation', 3)).toEqual(halves);
    expect(storedValues('precipitation', 6)).toEqual(halves);
  });

  test('means are weighted by hours, and limited to 0 to 100 %', () => {
    expect(storedValues('cloudCover', 3)).toEqual(CLOUD_0_TO_6.map((mean) => mean / 2));
    // (6 a(6) - 3 a(3)) / 3 with a(3) = a(6) / 2 is 1.5 a(6).
    const expected = CLOUD_0_TO_6.map((mean) => Math.min(100, 1.5 * mean));
    expect(storedValues('cloudCover', 6)).toEqual(expected);
  });

  test('flags inside a bucket are instantaneous, not averages since its start', () => {
    expect(storedValues('rainFlag', 6)).toEqual(RAIN_AT_6);
  });

  test('increments keep the precision of the source', () =>
    harness.withRun(({ manifest }) => {
      const scales = manifest.variables
        .find(({ name }) => name === 'precipitation')
        ?.planes.map((p) => p?.scale);
      // 1/16 kg m-2 at f006, half of that at f003: the difference has the finer of the two.
      expect(scales).toEqual([undefined, 1 / 32, 1 / 32, 1 / 16]);
    }));
});

/**
 * Returns the file with 5 kg m-2 added to every cell of the message at an offset: octet 12 of section 5 is the
 * reference value.
 */
function raised(file: Uint8Array, message: number): Uint8Array {
  const bytes = Uint8Array.from(file);
  const view = new DataView(bytes.buffer);
  let s = message + 16;
  while (view.getUint8(s + 4) !== 5) s += view.getUint32(s);
  view.setFloat32(s + 11, view.getFloat32(s + 11) + 5);
  return bytes;
}

describeWithSharedData("the run's own total", () => {
  const root = join(sharedData ?? '', 'gfs');
  const F012 = F006.replace('f006', 'f012');
  const STEPS = ['--run', '2020-08-04T12', '--steps', '0,6,12'];

  test('causes a warning if it differs from the sum of the buckets, which are kept', async () => {
    const [harness, other] = [await IngestHarness.create(), await IngestHarness.create()];
    const [, offset] = /:(\d+):d=2020080412:APCP:surface:0-12 hour/.exec(
      readFileSync(join(root, `${F012}.idx`), 'utf8'),
    )!;
    const body = raised(readFileSync(join(root, F012)), Number(offset));
    const mirror = await MirrorServer.start({
      root,
      fault: ({ path }) => (path === F012 ? { kind: 'content', body } : undefined),
    });
    const amounts = (of: IngestHarness) =>
      of.withRun((run) => POINTS.map((point) => storedValue(run, 'precipitation', 12, point)));
    try {
      expect(await harness.run(root, STEPS)).toMatchObject({ status: 0, stderr: '' });
      expect(await other.run(mirror.url, STEPS)).toMatchObject({ status: 0, stderr: '' });
      expect(harness.withRun(({ manifest }) => manifest.warnings)).toEqual([]);
      expect(other.withRun(({ manifest }) => manifest.warnings)).toEqual([
        {
          code: 'total_differs',
          detail: expect.stringMatching(
            /^The source's precipitation up to f012 differs from its total of the run by up to 5\.\d\d kg m-2 in 1617 of 1617 cells; the parts were taken\.$/,
          ),
        },
      ]);
      expect(amounts(other)).toEqual(amounts(harness));
    } finally {
      await mirror.close();
      await harness.remove();
      await other.remove();
    }
  });
});
