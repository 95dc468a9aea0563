import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seriesOfRun } from '../support/run-series.js';
import { StoredPoint } from '../../src/store/read/stored-point.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { IngestHarness } from './ingest-harness.js';

interface Place {
  name: string;
  latitude: number;
  longitude: number;
  elevation?: number;
  hours: Record<string, Record<string, number | null>>;
}

const places = JSON.parse(
  readFileSync(new URL('fixtures/gfs-20200804t12.metrics.json', import.meta.url), 'utf8'),
) as Place[];

/** How far two computations of the same value may differ; for all others, only by rounding noise. */
const TOLERANCES: Partial<Record<string, number>> = { uvIndex: 0.005, pressureSurfaceLevel: 0.01 };

describeWithSharedData('the metrics of the run of 2020-08-04T12', () => {
  let harness: IngestHarness;

  beforeAll(async () => {
    harness = await IngestHarness.create();
    await harness.run(`${sharedData}/gfs`, ['--run', '2020-08-04T12']);
  });
  afterAll(() => harness.remove());

  test.each(places)('match an independent computation: $name', (place) =>
    harness.withRun((run) => {
      const { latitude, longitude, elevation } = place;
      const point = StoredPoint.at(run, latitude, longitude)!;
      const hours = { firstHourMs: run.run.getTime(), hours: 13 };
      const series = seriesOfRun({ run, point, latitude, longitude, elevation, ...hours });
      for (const [hour, expected] of Object.entries(place.hours)) {
        for (const name of Object.keys(expected)) {
          const difference = Math.abs(series.values(name)[Number(hour)] - (expected[name] ?? NaN));
          const isAsExpected =
            expected[name] === null ? Number.isNaN(difference) : difference < (TOLERANCES[name] ?? 1e-6);
          expect([
            name,
            hour,
            series.values(name)[Number(hour)],
            isAsExpected ? 'as expected' : expected[name],
          ]).toEqual([name, hour, expect.any(Number), 'as expected']);
        }
      }
    }),
  );

  test('have hourly amounts that add up to the amounts between the steps', () =>
    harness.withRun((run) => {
      for (const { latitude, longitude } of places) {
        const point = StoredPoint.at(run, latitude, longitude)!;
        const hours = { firstHourMs: run.run.getTime(), hours: 13 };
        const series = seriesOfRun({ run, point, latitude, longitude, ...hours });
        const intensity = series.values('precipitationIntensity');
        const amounts = point.series('precipitation')!;
        const sum = (first: number) => intensity.subarray(first, first + 6).reduce((a, b) => a + b, 0);
        expect(sum(0)).toBeCloseTo(amounts[1], 9);
        expect(sum(6)).toBeCloseTo(amounts[2], 9);
      }
    }));
});
