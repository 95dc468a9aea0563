import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { forecastService } from '../support/forecast-service.js';
import { loadApplication } from '../../src/boot/features/load-features.js';
import { type VariableName } from '../../src/weather/meteo/variables.js';
import { describeWithEcCodes } from '../support/eccodes.js';
import { MirrorServer } from '../support/mirror-server.js';
import { answerOf } from '../unit/forecast/synthetic-forecasts.js';
import {
  CELLS,
  GRID,
  HOUR,
  messageOf,
  OF_SPANS,
  pathOf,
  readRun,
  RUN,
  STATIC,
  STEPS,
  writeCompressed,
  writeRun,
} from './icon-eu-sample.js';
import { IngestHarness } from './ingest-harness.js';
import { storedPlane } from './stored-planes.js';

const settings = (url: string) => ({ ICON_EU_BASE_URL: url });

describeWithEcCodes('a run of ICON-EU', () => {
  let harness: IngestHarness;
  let root: string;
  let mirror: MirrorServer;
  let truth: Map<string, number[]>;
  let outcome: Awaited<ReturnType<IngestHarness['run']>>;

  beforeAll(async () => {
    harness = await IngestHarness.create();
    root = mkdtempSync(join(tmpdir(), 'icon-eu-'));
    writeRun(root);
    truth = await readRun(root);
    mirror = await MirrorServer.start({ root });
    // DWD's server doesn't support range requests.
    mirror.fault = ({ range }) => (range === undefined ? undefined : { kind: 'range-ignored' });
    outcome = await harness.run(root, [...RUN, '--steps', STEPS.join()], settings(mirror.url));
  });
  afterAll(async () => {
    await mirror.close();
    await harness.remove();
    rmSync(root, { recursive: true });
  });

  const truthOf = (parameter: string, step: number) => truth.get(`${parameter} ${step}`)!;

  test('is taken completely from one file per record, each downloaded once', () => {
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    // Four types of precipitation come from one record.
    const records = STEPS.length * 11 + 2 - 2 + (STEPS.length - 1) * 3 - 1;
    expect(outcome.stdout).toContain(
      `icon-eu 0p0625 run 2026-04-20T06Z published: 5 steps (0-2, 78-81), ${records} records`,
    );
    expect(outcome.stdout).not.toContain('warning');
    const paths = mirror.requests.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toHaveLength(STEPS.length * 11 + 2 - 2 - 1);
  });

  test.each([
    ['temperature2m', 'T_2M'],
    ['dewPoint2m', 'TD_2M'],
    ['windU10m', 'U_10M'],
    ['windV10m', 'V_10M'],
    ['windGust', 'VMAX_10M'],
    ['surfacePressure', 'PS'],
    ['cloudCover', 'CLCT'],
    ['visibility', 'VIS'],
    ['cape', 'CAPE_ML'],
    ['terrainHeight', 'HSURF'],
    ['landMask', 'FR_LAND'],
  ] as [VariableName, string][])('matches ecCodes in every cell: %s', (variable, parameter) =>
    harness.withRun((run) => {
      if (STATIC.includes(parameter))
        expectEach(storedPlane(run, variable, 'static'), truthOf(parameter, 0), 1e-8);
      else
        for (const step of STEPS.filter((hour) => hour > 0 || !OF_SPANS.includes(parameter)))
          expectEach(storedPlane(run, variable, step), truthOf(parameter, step), 1e-8);
    }),
  );

  test('has the amounts between steps, and the precipitation types of the weather code', () =>
    harness.withRun((run) => {
      let before = new Array<number>(CELLS).fill(0);
      for (const step of STEPS.slice(1)) {
        const total = truthOf('TOT_PREC', step);
        const increments = total.map((amount, i) => amount - before[i]);
        expectEach(storedPlane(run, 'precipitation', step), increments, 1e-4);
        before = total;
        const codes = truthOf('WW', step);
        const flags = (...of: number[]) => codes.map((code) => (of.includes(code) ? 1 : 0));
        expectEach(storedPlane(run, 'rainFlag', step), flags(51, 68, 95), 0);
        expectEach(storedPlane(run, 'snowFlag', step), flags(68, 73), 0);
        expectEach(storedPlane(run, 'freezingRainFlag', step), flags(66), 0);
        expectEach(storedPlane(run, 'icePelletsFlag', step), flags(79), 0);
      }
    }));

  test('is served inside its region, and nowhere else', async () => {
    const catalogue = harness.catalogue();
    const { configuration } = await loadApplication({ DATA_DIR: harness.dataDirectory });
    const service = forecastService(catalogue, configuration);
    const at = (lat: number, lon: number) =>
      answerOf(
        service,
        {
          lat: String(lat),
          lon: String(lon),
          source: 'icon-eu',
          startTime: HOUR,
          endTime: '2026-04-20T08:00:00Z',
          fields: 'temperature',
        },
        new Date(HOUR),
      ).answer;
    const cell = 3 * GRID.ni + 4;
    const { meta, data } = at(GRID.latitudeFirst - 3 * 0.0625, GRID.longitudeFirst + 4 * 0.0625);
    const [first] = data.timelines.hourly as unknown as { values: Record<string, number> }[];
    expect(first.values.temperature).toBeCloseTo(truthOf('T_2M', 0)[cell] - 273.15, 1);
    expect(meta).toMatchObject({
      source: 'icon-eu',
      grid: { resolution: 0.0625, elevation: 5 * cell },
      attribution: expect.stringContaining('Deutscher Wetterdienst') as unknown,
    });
    for (const [lat, lon] of [
      [GRID.latitudeFirst + 0.01, 12.1],
      [50.1, 11.99],
    ])
      expect(() => at(lat, lon)).toThrow();
    catalogue.close();
  });
});

function expectEach(stored: number[] | undefined, expected: number[], tolerance: number): void {
  expect(stored).toHaveLength(expected.length);
  const worst = Math.max(...expected.map((value, i) => Math.abs(stored![i] - value)));
  expect(worst).toBeLessThanOrEqual(tolerance);
}

describeWithEcCodes('a run of ICON-EU at fault', () => {
  let harness: IngestHarness;
  let root: string;

  const whole = mkdtempSync(join(tmpdir(), 'icon-eu-'));
  beforeAll(() => writeRun(whole));
  afterAll(() => rmSync(whole, { recursive: true }));
  beforeEach(async () => {
    harness = await IngestHarness.create();
    root = mkdtempSync(join(tmpdir(), 'icon-eu-'));
    cpSync(whole, root, { recursive: true });
  });
  afterEach(async () => {
    await harness.remove();
    rmSync(root, { recursive: true });
  });

  const file = (parameter: string, step: number) => join(root, pathOf(parameter, step));
  const take = () => harness.run(root, [...RUN, '--steps', '0,1,2'], settings(`file://${root}`));
  const write = (parameter: string, step: number, bytes: Uint8Array) =>
    writeCompressed([{ path: file(parameter, step), bytes }]);
  const edit = (parameter: string, step: number, change: string) => {
    const [plain, edited] = [join(root, 'plain.grib2'), join(root, 'edited.grib2')];
    writeFileSync(plain, execFileSync('bzip2', ['-dc', file(parameter, step)]));
    execFileSync('grib_set', ['-s', change, plain, edited]);
    write(parameter, step, readFileSync(edited));
  };

  test.each<[string, string, () => void]>([
    ['that ends early', 'MalformedMessageError', () => truncateSync(file('T_2M', 1), 100)],
    [
      'that is not compressed',
      'MalformedMessageError',
      () => writeFileSync(file('PS', 1), messageOf('PS', 1)),
    ],
    ['of another record', 'ForeignMessageError', () => write('U_10M', 1, messageOf('V_10M', 1))],
    ['of another step', 'ForeignMessageError', () => write('T_2M', 2, messageOf('T_2M', 1))],
    ['of another run', 'ForeignMessageError', () => edit('T_2M', 1, 'dataDate=20260419')],
    [
      'of another model',
      'GridMismatchError',
      () => edit('T_2M', 1, 'longitudeOfFirstGridPoint=12062500,longitudeOfLastGridPoint=12562500'),
    ],
    [
      'in °C at each step',
      'ImplausibleValuesError',
      () => [0, 1, 2].forEach((step) => edit('T_2M', step, 'offsetValuesBy=-273.15')),
    ],
    ['of which one that must be there is missing', 'StepMissingError', () => rmSync(file('TOT_PREC', 1))],
  ])('with a file %s is refused', async (_, name, damage) => {
    damage();
    const { status, stderr } = await take();
    expect({ status, name: stderr.split(':', 1)[0] }).toEqual({ status: 1, name });
  });

  test.each<[string, string, () => void]>([
    ['in °C', 'temperature2m', () => edit('T_2M', 1, 'offsetValuesBy=-273.15')],
    ['at an unknown level', 'visibility', () => edit('VIS', 1, 'typeOfFirstFixedSurface=10')],
  ])('with a single file %s goes on without it', async (_, variable, change) => {
    change();
    const { status, stdout } = await take();
    expect(status).toBe(0);
    expect(stdout).toContain(`warning: The source had no ${variable} at steps 1.`);
  });

  test('is taken without an optional record, with a warning', async () => {
    rmSync(file('VIS', 1));
    const { status, stdout } = await take();
    expect(status).toBe(0);
    expect(stdout).toContain('warning: The source had no visibility at steps 1.');
  });

  test.each(['etag', 'last-modified'] as const)(
    'is refused if a file was replaced after it was found, detected by its %s, and taken by the next attempt',
    async (versions) => {
      const mirror = await MirrorServer.start({ root });
      mirror.versions = versions;
      mirror.ignoresPreconditions = true;
      mirror.onRequest = () => {
        mirror.onRequest = undefined;
        write('T_2M', 2, messageOf('T_2M', 1));
      };
      const overHttp = () => harness.run(root, [...RUN, '--steps', '0,1,2'], settings(mirror.url));
      expect((await overHttp()).stderr).toMatch(/^FileChangedError: .*_002_T_2M\.grib2\.bz2 was replaced/);
      write('T_2M', 2, messageOf('T_2M', 2));
      expect(await overHttp()).toMatchObject({ status: 0, stderr: '' });
      await mirror.close();
    },
  );
});
