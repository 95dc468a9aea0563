import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
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

/** `latitude,longitude` → value, as grib_get_data prints the field of a file. */
function readField(file: string, where: string): Map<string, number> {
  const arguments_ = ['-m', 'NaN', '-F', '%.15g', '-w', where, file];
  const { stdout } = spawnSync('grib_get_data', arguments_, { encoding: 'utf8', maxBuffer: 1e8 });
  const rows = stdout
    .split('\n')
    .slice(1, -1)
    .map((line) => line.trim().split(/\s+/).map(Number));
  return new Map(rows.map(([latitude, longitude, value]) => [`${latitude},${longitude}`, value]));
}

describeWithEcCodes('every grid point of the run of 2020-08-04T12', () => {
  const fields = new Map<string, Map<string, number>>();
  let service: SharedRunService;
  beforeAll(async () => {
    service = await startWithSharedRun();
    const directory = mkdtempSync(join(tmpdir(), 'eccodes-'));
    for (const step of RUN_STEPS) {
      const name = `gfs.t12z.pgrb2.0p25.f${String(step).padStart(3, '0')}`;
      const extract = join(directory, name);
      // Among all its hundreds of messages each look-up would take a second.
      const shortNames = VARIABLES.map((name) => /shortName=(\w+)/.exec(FROZEN.variables[name].where)?.[1]);
      const file = join(sharedData!, 'gfs/gfs.20200804/12/atmos', name);
      spawnSync('grib_copy', ['-w', `shortName=${shortNames.join('/')}`, file, extract]);
      for (const variable of VARIABLES) {
        fields.set(`${variable} ${step}`, readField(extract, FROZEN.variables[variable].where));
      }
    }
    rmSync(directory, { recursive: true });
  });
  afterAll(() => service.app.close());

  it('is served within half a unit of the last place of what ecCodes reads', async () => {
    const points = [...fields.get('temperature2m 0')!.keys()];
    expect(points).toHaveLength(49 * 33);
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
});
