import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type VariableName } from '../../src/weather/meteo/variables.js';
import { type StoreGrid } from '../../src/store/format/run-manifest.js';
import { type RunCatalogue } from '../../src/store/catalogue/run-catalogue.js';
import type { ForecastService } from '../../src/forecast/forecast.service.js';
import { forecastService } from '../support/forecast-service.js';
import { loadApplication } from '../../src/boot/features/load-features.js';
import { answerOf } from '../unit/forecast/synthetic-forecasts.js';
import { describeWithEcCodes, readWithEcCodes } from '../support/eccodes.js';
import { sharedData } from '../support/shared-data.js';
import { COLUMNS, fileOf, GEFS_ROOT, MEMBERS, ROWS, RUN, settings, STEPS } from './gefs-sample.js';
import { IngestHarness } from './ingest-harness.js';
import { storedPlane } from './stored-planes.js';

/** The values of all members as decoded by ecCodes, by short name and step; rows from north to south. */
type Truth = Map<string, Float64Array[]>;

/**
 * The shared members have the same cloud cover, so each gets less of it than the one before. Message lengths don't
 * change.
 */
function writeMembers(root: string): void {
  MEMBERS.forEach((member, index) => {
    for (const step of STEPS) {
      const [from, to] = [GEFS_ROOT, root].map((folder) => fileOf(folder, member, step));
      mkdirSync(dirname(to), { recursive: true });
      execFileSync('grib_set', ['-w', 'shortName=tcc', '-s', `scaleValuesBy=${1 - index / 25}`, from, to]);
      cpSync(`${from}.idx`, `${to}.idx`);
    }
  });
}

async function decodeAll(root: string): Promise<Truth> {
  const truth: Truth = new Map();
  const folder = mkdtempSync(join(tmpdir(), 'gefs-'));
  const file = join(folder, 'all.grib2');
  const files = MEMBERS.flatMap((member) => STEPS.map((step) => fileOf(root, member, step)));
  writeFileSync(file, Buffer.concat(files.map((path) => readFileSync(path))));
  for await (const { keys, values } of readWithEcCodes(file, ['shortName', 'endStep:l'], [0])) {
    const name = `${keys.shortName} ${keys['endStep:l']}`;
    truth.set(name, [...(truth.get(name) ?? []), flipRows(values!)]);
  }
  rmSync(folder, { recursive: true });
  return truth;
}

/** The sample's rows run from south to north. */
function flipRows(values: Float64Array): Float64Array {
  return values.map((_, i) => values[COLUMNS * (ROWS - 1) - i + 2 * (i % COLUMNS)]);
}

const ascending = (values: number[]) => values.toSorted((a, b) => a - b);

describeWithEcCodes('the members that the shared data has', () => {
  let harness: IngestHarness;
  let root: string;
  let truth: Truth;
  let said: string;

  beforeAll(async () => {
    harness = await IngestHarness.create();
    root = mkdtempSync(join(tmpdir(), 'gefs-'));
    writeMembers(root);
    truth = await decodeAll(root);
    const outcome = await harness.run(root, RUN, settings(root, '0p25', 'on'));
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    said = outcome.stdout;
  });
  afterAll(async () => {
    await harness.remove();
    rmSync(root, { recursive: true });
  });

  const fieldsOf = (name: string, step: number) => truth.get(`${name} ${step}`)!;

  test('are taken, and the missing ones are reported', () => {
    expect(said).toContain('gefs 0p25 run 2020-08-04T12Z published: 3 steps (0, 6, 12)');
    expect(said).toContain('The source had no members p11, p12, ');
    expect(said).toContain('p30 at any step; the others count.');
  });

  test.each([6, 12])('the wet share is computed from the amounts of the members: f%i', (step) =>
    harness.withRun((run) => {
      const fields = fieldsOf('tp', step);
      expect(fields).toHaveLength(MEMBERS.length);
      const stored = storedPlane(run, 'precipitationProbability', step)!;
      expect(stored).toHaveLength(COLUMNS * ROWS);
      const expected = stored.map((_, cell) => {
        // The tolerance is a millionth, since the amounts are packed to 0.001.
        const wet = fields.filter((values) => values[cell] > 6 * 0.1 - 1e-6).length;
        return (100 * wet) / MEMBERS.length;
      });
      expect(new Set(expected).size).toBeGreaterThan(4);
      expectClose(stored, expected, 1e-9);
    }),
  );

  test.each<[string, (step: number) => Float64Array[], number[], number]>([
    ['temperature2m', (step) => fieldsOf('2t', step), STEPS, 5e-4],
    [
      'windSpeed10m',
      (step) =>
        fieldsOf('10u', step).map((u, member) =>
          u.map((value, cell) => Math.hypot(value, fieldsOf('10v', step)[member][cell])),
        ),
      STEPS,
      5e-4,
    ],
    ['windGust', (step) => fieldsOf('gust', step), STEPS, 5e-4],
    ['precipitation', (step) => fieldsOf('tp', step), [6, 12], 1e-3],
    ['cloudCover', (step) => fieldsOf('tcc', step), [6, 12], 2e-3],
  ])('the quantiles are those of the members: %s', (variable, fieldsAt, steps, tolerance) =>
    harness.withRun((run) => {
      for (const step of steps) {
        const fields = fieldsAt(step);
        // With eleven values, the quantiles are exactly the values at these indices.
        for (const [percent, place] of [
          [10, 1],
          [50, 5],
          [90, 9],
        ]) {
          const stored = storedPlane(run, `${variable}P${percent}` as VariableName, step)!;
          const expected = stored.map((_, cell) => ascending(fields.map((values) => values[cell]))[place]);
          expectClose(stored, expected, tolerance);
        }
      }
    }),
  );

  describe('next to a model', () => {
    let service: ForecastService;
    let catalogue: RunCatalogue;
    let grid: StoreGrid;

    beforeAll(async () => {
      const gfs = await harness.run(join(sharedData ?? '', 'gfs'), ['--run', '2020-08-04T12']);
      expect(gfs).toMatchObject({ status: 0 });
      const { configuration } = await loadApplication({
        DATA_DIR: harness.dataDirectory,
        MODELS: 'gfs,gefs',
        GFS_RESOLUTION: '0p25',
        GEFS_RESOLUTION: '0p25',
      });
      catalogue = harness.catalogue();
      service = forecastService(catalogue, configuration);
      ({ grid } = catalogue.runs().find(({ manifest }) => manifest.model === 'gefs')!.manifest);
    });
    afterAll(() => catalogue.close());

    test('determine the served probability, and a model the amounts', () => {
      const served = new Set<number>();
      for (let cell = 0; cell < COLUMNS * ROWS; cell += 7) {
        const { answer } = answerOf(
          service,
          {
            lat: String(grid.latitudeFirst - 0.25 * Math.floor(cell / COLUMNS)),
            lon: String(grid.longitudeFirst + 0.25 * (cell % COLUMNS)),
            startTime: '2020-08-04T12:00:00Z',
            endTime: '2020-08-05T00:00:00Z',
            fields: 'precipitationProbability,precipitationIntensity',
          },
          new Date('2020-08-04T12:30:00Z'),
        );
        const entries = answer.data.timelines.hourly as unknown as {
          values: { precipitationProbability: number; precipitationIntensity: number };
        }[];
        entries.forEach(({ values }, hour) => {
          const fields = fieldsOf('tp', hour < 6 ? 6 : 12);
          const wet = fields.filter((values) => values[cell] > 6 * 0.1 - 1e-6).length;
          const share = (100 * wet) / MEMBERS.length;
          const isWet = values.precipitationIntensity >= 0.1;
          const expected = Math.round(isWet ? Math.max(share, 1) : Math.min(share, 99));
          expect(values.precipitationProbability).toBe(expected);
          served.add(expected);
        });
        expect(answer.meta.sources).toMatchObject([
          { source: 'gfs', fields: ['precipitationIntensity'] },
          { source: 'gefs', fields: ['precipitationProbability'], probabilityMethod: 'ensemble_members' },
        ]);
      }
      expect(served.size).toBeGreaterThan(4);
    });

    test('determine the served quantiles, around the values of a model', () => {
      const names = ['temperature', 'windSpeed', 'windGust', 'precipitationIntensity', 'cloudCover'];
      /** Returns the values of the members at the ranks of P10, P50 and P90, which are exact for eleven members. */
      const ranked = (valueOf: (member: number) => number) => {
        const values = ascending(MEMBERS.map((_, member) => valueOf(member)));
        return { P10: values[1], P50: values[5], P90: values[9] };
      };
      const member = (name: string, step: number, cell: number) => (index: number) =>
        fieldsOf(name, step)[index][cell];
      let [differing, cloudy] = [0, 0];
      for (let cell = 3; cell < COLUMNS * ROWS; cell += 11) {
        const { answer } = answerOf(
          service,
          {
            lat: String(grid.latitudeFirst - 0.25 * Math.floor(cell / COLUMNS)),
            lon: String(grid.longitudeFirst + 0.25 * (cell % COLUMNS)),
            startTime: '2020-08-04T12:00:00Z',
            endTime: '2020-08-05T00:00:00Z',
            fields: names.flatMap((name) => ['', 'P10', 'P50', 'P90'].map((part) => name + part)).join(),
          },
          new Date('2020-08-04T12:30:00Z'),
        );
        const entries = answer.data.timelines.hourly as unknown as { values: Record<string, number> }[];
        for (const [hour, step] of [
          [0, 0],
          [6, 6],
        ]) {
          const { values } = entries[hour];
          const [u, v] = [member('10u', step, cell), member('10v', step, cell)];
          const kelvins = ranked(member('2t', step, cell));
          const speeds = ranked((index) => Math.hypot(u(index), v(index)));
          const gusts = ranked(member('gust', step, cell));
          const cloudOf = member('tcc', step + 6, cell);
          const clouds = { ...ranked(cloudOf), P100: cloudOf(0) };
          // The sample's members are derived from the model, whose values are their median within the packing
          // precision.
          for (const part of ['P10', 'P50', 'P90'] as const) {
            expectServed(values[`temperature${part}`], kelvins[part] - 273.15);
            expectServed(values[`windSpeed${part}`], speeds[part]);
            const served = Math.max(gusts.P50, speeds.P50);
            expectServed(values[`windGust${part}`], Math.max(served + gusts[part] - gusts.P50, speeds[part]));
            // A mean over the step; the first member's cloud cover is the model's.
            const cover = Math.min(Math.max(clouds.P100 + clouds[part] - clouds.P50, 0), 100);
            expect(Math.abs(values[`cloudCover${part}`] - cover)).toBeLessThan(0.51);
          }
          if (values.cloudCoverP90 > values.cloudCoverP10 + 5) cloudy++;
        }
        entries.forEach(({ values }, hour) => {
          const amounts = ranked(member('tp', hour < 6 ? 6 : 12, cell));
          const served = values.precipitationIntensity;
          const expected = { ...amounts, P90: Math.max(amounts.P90, 6 * served) };
          for (const part of ['P10', 'P50', 'P90'] as const)
            expect(Math.abs(values[`precipitationIntensity${part}`] - expected[part] / 6)).toBeLessThan(
              0.0055,
            );
          if (served > values.precipitationIntensityP50) differing++;
        });
      }
      expect(differing).toBeGreaterThan(100);
      expect(cloudy).toBeGreaterThan(100);
    });
  });

  test('have the same values at the points of a coarser grid', async () => {
    const coarse = await IngestHarness.create();
    const outcome = await coarse.run(root, RUN, settings(root, '0p50', 'off'));
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    coarse.withRun((run) => {
      const { grid } = run.manifest;
      expect(grid).toMatchObject({ latitudeIncrement: 0.5, longitudeIncrement: 0.5 });
      const fine = harness.withRun(({ manifest }) => manifest.grid);
      const fields = fieldsOf('tp', 12);
      const stored = storedPlane(run, 'precipitationProbability', 12)!;
      const expected = stored.map((_, i) => {
        const y = 2 * Math.floor(i / grid.ni) + (fine.latitudeFirst - grid.latitudeFirst) / 0.25;
        const x = 2 * (i % grid.ni) + (grid.longitudeFirst - fine.longitudeFirst) / 0.25;
        const wet = fields.filter((values) => values[y * COLUMNS + x] > 6 * 0.1 - 1e-6).length;
        return (100 * wet) / MEMBERS.length;
      });
      expectClose(stored, expected, 1e-9);
      expect(storedPlane(run, 'temperature2mP50', 12)).toBeUndefined();
    });
    await coarse.remove();
  });
});

/** Allows for half of the last served decimal, and for the hundredth to which members are packed. */
function expectServed(served: number, expected: number): void {
  expect(Math.abs(served - expected)).toBeLessThan(0.05 + 0.011);
}

function expectClose(stored: number[], expected: number[], tolerance: number): void {
  const worst = Math.max(...stored.map((value, i) => Math.abs(value - expected[i])));
  expect(worst).toBeLessThan(tolerance);
}
