import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type VariableName } from '../../src/weather/meteo/variables.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { MirrorServer } from '../support/mirror-server.js';
import { IngestHarness, type CommandOutcome } from './ingest-harness.js';
import { storedValue } from './stored-planes.js';

interface Fixture {
  points: { latitude: number; longitude: number }[];
  variables: Record<VariableName, { values: Record<string, (number | null)[]> }>;
}

const fixture = JSON.parse(
  readFileSync(new URL('fixtures/gfs-20200804t12.values.json', import.meta.url), 'utf8'),
) as Fixture;

describeWithSharedData.each(['http', 'file'])('the run of 2020-08-04T12 over %s', (protocol) => {
  const root = join(sharedData ?? '', 'gfs');
  let harness: IngestHarness;
  let mirror: MirrorServer;
  let outcome: CommandOutcome;

  beforeAll(async () => {
    harness = await IngestHarness.create();
    mirror = await MirrorServer.start({ root });
    const source = protocol === 'http' ? mirror.url : root;
    outcome = await harness.run(source, ['--run', '2020-08-04T12']);
  });
  afterAll(async () => {
    await mirror.close();
    await harness.remove();
  });

  test('succeeds, and reports what it took and what the source lacked', () => {
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    expect(outcome.stdout).toContain('gfs 0p25 run 2020-08-04T12Z published: 3 steps (0, 6, 12), 60 records');
    expect(outcome.stdout).toContain('warning: The source had no steps 1-5, 7-11, 13-384 of this run.');
  });

  test('is described by its manifest', () =>
    harness.withRun(({ manifest }) => {
      expect(manifest).toMatchObject({
        model: 'gfs',
        resolution: '0p25',
        run: '2020-08-04T12:00:00.000Z',
        stepsHours: [0, 6, 12],
        grid: {
          ni: 49,
          nj: 33,
          latitudeFirst: 56,
          longitudeFirst: 13,
          latitudeIncrement: 0.25,
          longitudeIncrement: 0.25,
          wrapsLongitude: false,
        },
        warnings: [
          { code: 'missing_steps', detail: 'The source had no steps 1-5, 7-11, 13-384 of this run.' },
        ],
      });
    }));

  test('has amounts and means of the periods that end at the steps', () =>
    harness.withRun(({ manifest }) => {
      for (const [name, statistic] of [
        ['precipitation', 'amount'],
        ['cloudCover', 'mean'],
        ['rainFlag', 'mean'],
      ]) {
        const stored = manifest.variables.find((variable) => variable.name === name);
        expect(stored?.statistic).toBe(statistic);
        expect(stored?.planes.map((plane) => plane?.spanStartHours)).toEqual([undefined, 0, 6]);
        expect(stored?.planes[0]).toBeNull();
      }
    }));

  test.each(Object.keys(fixture.variables) as VariableName[])("has ecCodes' values: %s", (name) =>
    harness.withRun((run) => {
      const isStatic = run.manifest.statics.some((stored) => stored.name === name);
      for (const [step, expected] of Object.entries(fixture.variables[name].values)) {
        fixture.points.forEach((point, i) => {
          const value = storedValue(run, name, isStatic ? 'static' : Number(step), point);
          if (expected[i] === null) expect(value).toBeNaN();
          else expect(value).toBeCloseTo(expected[i], 8);
        });
      }
    }),
  );

  test('has no values that the source lacks', () =>
    harness.withRun((run) => {
      const warsaw = fixture.points[1];
      expect(storedValue(run, 'precipitation', 0, warsaw)).toBeUndefined();
      expect(storedValue(run, 'cloudCover', 0, warsaw)).toBeUndefined();
    }));
});
