import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type VariableName } from '../../src/weather/meteo/variables.js';
import { describeWithEcCodes } from '../support/eccodes.js';
import { sharedData } from '../support/shared-data.js';
import { IngestHarness } from './ingest-harness.js';
import { storedValue } from './stored-planes.js';

interface Moved {
  model: string;
  /** The existing run; `to` is what it is moved to. */
  from: { run: string; file: (step: number) => string };
  to: { run: string; file: (step: number) => string; west: number; east: number };
  inventory: { of: (file: string) => string; move: (text: string) => string };
  steps: number[];
  /** From the unit of the message to that of the store. */
  factorOfAmount: number;
}

/** Both grids cross the meridian where longitudes wrap around, in different ways. */
const MOVED: Moved[] = [
  {
    model: 'ifs',
    from: {
      run: '2026-04-20T00',
      file: (step) => `ecmwf/20260420/00z/ifs/0p25/oper/20260420000000-${step}h-oper-fc.grib2`,
    },
    to: {
      run: '2025-11-30T18',
      file: (step) => `20251130/18z/ifs/0p25/oper/20251130180000-${step}h-oper-fc.grib2`,
      west: 177,
      east: 182.75,
    },
    inventory: {
      of: (file) => file.replace('.grib2', '.index'),
      move: (text) => text.replaceAll('"20260420"', '"20251130"').replaceAll('"0000"', '"1800"'),
    },
    steps: [0, 3],
    factorOfAmount: 1000,
  },
  {
    model: 'gfs',
    from: {
      run: '2020-08-04T12',
      file: (step) => `gfs/gfs.20200804/12/atmos/gfs.t12z.pgrb2.0p25.f${String(step).padStart(3, '0')}`,
    },
    to: {
      run: '2024-02-29T06',
      file: (step) => `gfs.20240229/06/atmos/gfs.t06z.pgrb2.0p25.f${String(step).padStart(3, '0')}`,
      west: 354,
      east: 6,
    },
    inventory: {
      of: (file) => `${file}.idx`,
      move: (text) => text.replaceAll('d=2020080412', 'd=2024022906'),
    },
    steps: [0, 6],
    factorOfAmount: 1,
  },
];

describeWithEcCodes.each(MOVED)(
  'the shared run of $model, moved by ecCodes to another day and place',
  ({ model, from, to, inventory, steps, factorOfAmount }) => {
    let harness: IngestHarness;
    let root: string;

    beforeEach(async () => {
      harness = await IngestHarness.create();
      root = mkdtempSync(join(tmpdir(), 'moved-'));
    });
    afterEach(async () => {
      await harness.remove();
      rmSync(root, { recursive: true });
    });

    /** Returns the points of the first message with some keys, as ecCodes decodes them. */
    const pointsOf = (step: number, where: string) => {
      const options = ['-w', where, '-F', '%.10e', join(root, to.file(step))];
      const lines = execFileSync('grib_get_data', options, { encoding: 'utf8' }).split('\n');
      const [, ...points] = lines.slice(
        0,
        lines.findIndex((line, i) => i > 0 && !/^\s*-?\d/.test(line)),
      );
      return points.map((line) => line.trim().split(/\s+/).map(Number));
    };

    test('matches ecCodes', async () => {
      const [day, hour] = [to.run.slice(0, 10).replaceAll('-', ''), to.run.slice(11)];
      const moves = [
        `dataDate=${day},dataTime=${hour}00`,
        `longitudeOfFirstGridPointInDegrees=${to.west},longitudeOfLastGridPointInDegrees=${to.east}`,
      ];
      for (const step of steps) {
        const [source, target] = [join(sharedData!, from.file(step)), join(root, to.file(step))];
        mkdirSync(dirname(target), { recursive: true });
        execFileSync('grib_set', ['-s', moves.join(), source, target]);
        const text = inventory.move(readFileSync(inventory.of(source), 'utf8'));
        writeFileSync(inventory.of(target), text);
      }
      const { status, stderr } = await harness.run(root, ['--model', model, '--run', to.run], {
        [`${model.toUpperCase()}_BASE_URL`]: pathToFileURL(root).href,
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const last = steps[steps.length - 1];
      const compared: [VariableName, step: number, where: string, factor: number][] = [
        ...steps.map((step): (typeof compared)[number] => ['temperature2m', step, 'shortName=2t', 1]),
        ['windU10m', last, 'shortName=10u', 1],
        ['precipitation', last, 'shortName=tp', factorOfAmount],
      ];
      harness.withRun((run) => {
        const { longitudeFirst } = run.manifest.grid;
        for (const [variable, step, where, factor] of compared) {
          const points = pointsOf(step, where);
          expect(points.length).toBeGreaterThan(200);
          for (const [latitude, east, value] of points) {
            const longitude = longitudeFirst + ((((east - longitudeFirst) % 360) + 360) % 360);
            const stored = storedValue(run, variable, step, { latitude, longitude });
            expect(stored).toBeCloseTo(value * factor, 4);
          }
        }
      });
    });
  },
);
