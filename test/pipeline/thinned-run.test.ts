import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { StoredPoint } from '../../src/store/read/stored-point.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { IngestHarness } from './ingest-harness.js';
import { storedPlane } from './stored-planes.js';

type Resolution = '1p00' | '0p50';

/** Mean amounts of the cells, by resolution, step and `latitude,longitude`. */
const amounts = JSON.parse(readFileSync(new URL('fixtures/thinned.json', import.meta.url), 'utf8')) as Record<
  Resolution,
  Record<string, Record<string, number>>
>;

const SHAPES = { '1p00': { ni: 13, nj: 9, stride: 4 }, '0p50': { ni: 25, nj: 17, stride: 2 } };
const STATE = [
  'temperature2m',
  'windU10m',
  'surfacePressure',
  'frozenPrecipitationPercent',
  'soilMoisture',
] as const;

// The bucket of this run has only files of 0.25°.
describeWithSharedData('a run stored on a coarser grid', () => {
  describe.each([
    ['gfs', '1p00'],
    ['gfs-v17', '1p00'],
    ['gfs-v17', '0p50'],
  ] as const)('of %s at %s', (layout, resolution) => {
    const { ni, nj, stride } = SHAPES[resolution];
    let harness: IngestHarness;
    let whole: IngestHarness;

    beforeAll(async () => {
      [harness, whole] = [await IngestHarness.create(), await IngestHarness.create()];
      for (const [target, grid] of [
        [harness, resolution],
        [whole, '0p25'],
      ] as const) {
        const argv = ['--run', '2020-08-04T12', '--steps', '0,6,12'];
        const outcome = await target.run(`${sharedData}/${layout}`, argv, { GFS_RESOLUTION: grid });
        expect(outcome).toMatchObject({ status: 0, stderr: '' });
      }
    });
    afterAll(async () => {
      await harness.remove();
      await whole.remove();
    });

    test('has its points at whole multiples of the resolution', () =>
      harness.withRun(({ manifest }) => {
        expect(manifest.resolution).toBe(resolution);
        expect(manifest.grid).toEqual({
          ni,
          nj,
          latitudeFirst: 56,
          longitudeFirst: 13,
          latitudeIncrement: stride / 4,
          longitudeIncrement: stride / 4,
          wrapsLongitude: false,
        });
      }));

    test.each(STATE)("has the full grid's %s at its points", (name) =>
      harness.withRun((run) =>
        whole.withRun((wholeRun) => {
          for (const step of [0, 6, 12]) {
            const all = storedPlane(wholeRun, name, step)!;
            const sampled = all.filter(
              (_, i) => Math.floor(i / 49) % stride === 0 && (i % 49) % stride === 0,
            );
            expect(storedPlane(run, name, step)).toEqual(sampled);
          }
        }),
      ),
    );

    test('has the terrain height and land mask at its points, not their means', () =>
      harness.withRun((run) =>
        whole.withRun((wholeRun) => {
          for (const name of ['terrainHeight', 'landMask'] as const) {
            const all = storedPlane(wholeRun, name, 'static')!;
            expect(storedPlane(run, name, 'static')![ni + 1]).toBe(all[stride * 49 + stride]);
          }
        }),
      ));

    test('has the mean amounts of its cells, as computed independently with ecCodes', () =>
      harness.withRun((run) => {
        for (const [step, means] of Object.entries(amounts[resolution])) {
          const index = run.manifest.stepsHours.indexOf(Number(step));
          expect(Object.keys(means)).toHaveLength(ni * nj);
          for (const [place, mean] of Object.entries(means)) {
            const [latitude, longitude] = place.split(',').map(Number);
            const stored = StoredPoint.at(run, latitude, longitude)!.series('precipitation')![index];
            expect(Math.abs(stored - mean)).toBeLessThan(1e-6);
          }
        }
      }));
  });
});
