import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadApplication } from '../../src/boot/features/load-features.js';
import { HOUR_MS } from '../../src/core/time/index.js';
import type { ForecastService } from '../../src/forecast/forecast.service.js';
import { forecastService } from '../support/forecast-service.js';
import { type RunCatalogue } from '../../src/store/catalogue/run-catalogue.js';
import { describeWithEcCodes, readWithEcCodes } from '../support/eccodes.js';
import { sharedData } from '../support/shared-data.js';
import { answerOf, entriesOf } from '../unit/forecast/synthetic-forecasts.js';
import { GRID } from './ifs-sample.js';
import { IngestHarness } from './ingest-harness.js';

const LATER_STEPS = [0, 3, 6, 9, 12, 15, 18, 21, 24];

interface Run {
  /** As in a command. */
  run: string;
  steps: number[];
}
/** The newest first. The first one is the second one, six hours later. */
const RUNS: Run[] = [
  { run: '2026-04-21T18', steps: LATER_STEPS },
  { run: '2026-04-21T12', steps: LATER_STEPS },
  { run: '2026-04-20T00', steps: Array.from({ length: 33 }, (_, i) => 3 * i) },
];
const startOf = ({ run }: Run) => Date.parse(`${run}:00:00Z`);

function filesOf(root: string, run: string, step: number): [grib: string, index: string] {
  const [day, hour] = [run.slice(0, 10).replaceAll('-', ''), run.slice(11)];
  const name = join(root, day, `${hour}z`, 'ifs/0p25/oper', `${day}${hour}0000-${step}h-oper-fc`);
  return [`${name}.grib2`, `${name}.index`];
}

/** Lays the three runs into one root; ecCodes moves the time of the newest. */
function layOut(root: string): void {
  cpSync(join(sharedData!, 'ecmwf'), root, { recursive: true });
  cpSync(join(sharedData!, 'ecmwf-later'), root, { recursive: true });
  for (const step of LATER_STEPS) {
    const [[from, index], [to, toIndex]] = ['2026-04-21T12', '2026-04-21T18'].map((run) =>
      filesOf(root, run, step),
    );
    mkdirSync(join(to, '..'), { recursive: true });
    execFileSync('grib_set', ['-s', 'dataTime=1800', from, to]);
    writeFileSync(toIndex, readFileSync(index, 'utf8').replaceAll('"1200"', '"1800"'));
  }
}

/** Temperature and pressure of each run as ecCodes decodes them, by run, name and step; rows from south to north. */
async function decode(root: string): Promise<Map<string, Float64Array>> {
  const fields = new Map<string, Float64Array>();
  for (const { run, steps } of RUNS)
    for (const step of steps)
      for await (const { keys, values } of readWithEcCodes(
        filesOf(root, run, step)[0],
        ['shortName'],
        [0, 42],
      ))
        fields.set(`${run} ${keys.shortName} ${step}`, values!);
  return fields;
}

describeWithEcCodes('three overlapping runs of IFS', () => {
  let harness: IngestHarness;
  let root: string;
  let catalogue: RunCatalogue;
  let service: ForecastService;
  let decoded: Map<string, Float64Array>;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'overlapping-'));
    layOut(root);
    decoded = await decode(root);
    harness = await IngestHarness.create();
    for (const { run, steps } of RUNS.toReversed())
      expect(
        await harness.run(root, ['--model', 'ifs', '--run', run, '--steps', steps.join()], {
          IFS_BASE_URL: pathToFileURL(root).href,
          RUNS_KEPT: '3',
        }),
      ).toMatchObject({ status: 0 });
    catalogue = harness.catalogue();
    const { configuration } = await loadApplication({ DATA_DIR: harness.dataDirectory });
    service = forecastService(catalogue, configuration);
  });
  afterAll(async () => {
    catalogue.close();
    await harness.remove();
    rmSync(root, { recursive: true });
  });

  /** The value that ecCodes reads from the newest run with an hour. At the hour where a run ends, another one goes first. */
  function expected(name: string, timeMs: number, cell: number): number {
    const stepIn = (run: Run) => (timeMs - startOf(run)) / HOUR_MS;
    const run = RUNS.find((one) => one.steps.slice(0, -1).includes(stepIn(one)))!;
    const [row, column] = [Math.floor(cell / GRID.ni), cell % GRID.ni];
    return decoded.get(`${run.run} ${name} ${stepIn(run)}`)![GRID.ni * (GRID.nj - 1 - row) + column];
  }

  test.each(['auto', 'ifs'])(
    'each give the hours that no newer one has, wherever a request starts: source=%s',
    (source) => {
      const oldestMs = startOf(RUNS[2]);
      const wrong: unknown[] = [];
      let compared = 0;
      // Before the oldest run, in it, an hour before and after each newer one begins, and after their ends.
      for (const from of [-5, 2, 35, 36, 41, 42, 43, 59, 66, 70])
        for (let cell = 5; cell < GRID.ni * GRID.nj; cell += 41) {
          const query = {
            lat: String(GRID.latitudeFirst - GRID.increment * Math.floor(cell / GRID.ni)),
            lon: String(GRID.longitudeFirst + GRID.increment * (cell % GRID.ni)),
            startTime: new Date(oldestMs + from * HOUR_MS).toISOString(),
            endTime: new Date(oldestMs + 80 * HOUR_MS).toISOString(),
            fields: 'temperature,pressureSurfaceLevel',
            source,
          };
          const entries = entriesOf(answerOf(service, query, new Date('2026-04-22T01:20:00Z')).answer);
          expect(entries).toHaveLength(80 - from);
          for (const { time, values } of entries) {
            const timeMs = Date.parse(time);
            if (timeMs < oldestMs || (timeMs - oldestMs) % (3 * HOUR_MS) > 0) continue;
            const [kelvin, pascals] = ['2t', 'sp'].map((name) => expected(name, timeMs, cell));
            compared++;
            const isRight =
              Math.abs((values.temperature as number) - (kelvin - 273.15)) <= 0.05 + 1e-3 &&
              Math.abs((values.pressureSurfaceLevel as number) - pascals / 100) <= 0.05 + 1e-3;
            if (!isRight) wrong.push({ from, cell, time, values, kelvin, pascals });
          }
        }
      expect(wrong.slice(0, 3)).toEqual([]);
      expect(compared).toBeGreaterThan(900);
    },
  );
});
