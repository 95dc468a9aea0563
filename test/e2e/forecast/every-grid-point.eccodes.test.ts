/** @slow */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeWithEcCodes } from '../../support/eccodes.js';
import { sharedData } from '../../support/shared-data.js';
import {
  excess,
  FROZEN,
  RUN_STEPS,
  SERVED,
  type SharedRunService,
  startWithSharedRun,
} from './shared-run.js';

const VARIABLES = [
  'temperature2m',
  'apparentTemperature2m',
  'dewPoint2m',
  'relativeHumidity2m',
  'surfacePressure',
  'windU10m',
  'windV10m',
  'windGust',
  'visibility',
  'totalOzone',
];

/** Returns `latitude,longitude` → value, as grib_get_data prints the field of a file. */
function readField(file: string, where: string): Map<string, number> {
  const arguments_ = ['-m', 'NaN', '-F', '%.15g', '-w', where, file];
  const { stdout } = spawnSync('grib_get_data', arguments_, { encoding: 'utf8', maxBuffer: 1e8 });
  const rows = stdout
    .split('\n')
    .slice(1, -1)
    .map((line) => line.trim().split(/\s+/).map(Number));
  return new Map(rows.map(([latitude, longitude, value]) => [`${latitude},${longitude}`, value]));
}

/** Files of the shared run, and the grid stored from them. */
const RUNS = [
  {
    layout: 'gfs',
    resolution: '0p25',
    degrees: 0.25,
    file: (step: string) => `atmos/gfs.t12z.pgrb2.0p25.${step}`,
  },
  ...[0.25, 0.5, 1].map((degrees) => ({
    layout: 'gfs-v17' as const,
    resolution: { 0.25: '0p25', 0.5: '0p50', 1: '1p00' }[degrees]!,
    degrees,
    file: (step: string) => `products/atmos/grib2/0p25/gfs.t12z.pres_a.0p25.${step}.grib2`,
  })),
] as const;

describeWithEcCodes('every grid point of the run of 2020-08-04T12', () => {
  describe.each(RUNS)('of $layout at $resolution', (run) => everyGridPoint(run));
});

function everyGridPoint({ layout, resolution, degrees, file: fileOf }: (typeof RUNS)[number]): void {
  const fields = new Map<string, Map<string, number>>();
  let service: SharedRunService;
  beforeAll(async () => {
    service = await startWithSharedRun(layout, resolution);
    const directory = mkdtempSync(join(tmpdir(), 'eccodes-'));
    for (const step of RUN_STEPS) {
      const extract = join(directory, String(step));
      // Extracts the needed messages first: a lookup among all the hundreds would take a second each.
      const shortNames = VARIABLES.map((name) => /shortName=(\w+)/.exec(FROZEN.variables[name].where)?.[1]);
      const name = fileOf(`f${String(step).padStart(3, '0')}`);
      const file = join(sharedData!, layout, 'gfs.20200804/12', name);
      spawnSync('grib_copy', ['-w', `shortName=${shortNames.join('/')}`, file, extract]);
      for (const variable of VARIABLES) {
        fields.set(`${variable} ${step}`, readField(extract, FROZEN.variables[variable].where));
      }
    }
    rmSync(directory, { recursive: true });
  });
  afterAll(() => service.app.close());

  it('is served within half a unit in the last place of what ecCodes reads', async () => {
    const points = [...fields.get('temperature2m 0')!.keys()].filter((point) =>
      point.split(',').every((coordinate) => Number(coordinate) % degrees === 0),
    );
    expect(points).toHaveLength((12 / degrees + 1) * (8 / degrees + 1));
    const worst: Record<string, number> = {};
    for (const point of points) {
      const [latitude, longitude] = point.split(',');
      const { data } = await service.forecast(
        `lat=${latitude}&lon=${longitude}&fields=${Object.keys(SERVED).join(',')}`,
      );
      for (const step of RUN_STEPS) {
        const { values } = data.timelines.hourly[step];
        const raw = (variable: string) => fields.get(`${variable} ${step}`)!.get(point) ?? NaN;
        for (const metric of Object.keys(SERVED)) {
          worst[metric] = Math.max(worst[metric] ?? -Infinity, excess(metric, values[metric], raw));
        }
      }
    }
    for (const metric of Object.keys(SERVED)) {
      expect({ metric, isWithinHalfAUnit: worst[metric] <= 1e-6 }).toEqual({
        metric,
        isWithinHalfAUnit: true,
      });
    }
  });
}
