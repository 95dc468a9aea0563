import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ForecastService } from '../../src/forecast/forecast.service.js';
import { loadApplication } from '../../src/features/load-features.js';
import { type VariableName } from '../../src/meteo/variables.js';
import { OWN_CATALOGUE } from '../support/own-catalogue.js';
import { iconEu } from '../../src/models/icon-eu/icon-eu.model.js';
import { describeWithEcCodes, readWithEcCodes } from '../support/eccodes.js';
import { writeMessage } from '../support/grib-writer.js';
import { MirrorServer } from '../support/mirror-server.js';
import { answerOf } from '../unit/forecast/synthetic-forecasts.js';
import { IngestHarness } from './ingest-harness.js';
import { storedPlane } from './stored-planes.js';

const HOUR = '2026-04-20T06:00:00Z';
const RUN = ['--model', 'icon-eu', '--run', '2026-04-20T06'];
/** The last two are 3 hours apart. */
const STEPS = [0, 1, 2, 78, 81];
const GRID = { ni: 9, nj: 7, latitudeFirst: 50.375, longitudeFirst: 12, increment: 0.0625 };
const CELLS = GRID.ni * GRID.nj;
/** Weather as DWD tells it: none, drizzle, sleet, freezing rain, snow, ice pellets, thunderstorm. */
const WEATHER = [0, 51, 68, 66, 73, 79, 95];

interface Written {
  decimals: number;
  at: (step: number, cell: number) => number;
  process?: number;
  startHours?: (step: number) => number;
}

const RECORDS: Record<string, Written> = {
  T_2M: { decimals: 2, at: (step, cell) => 280 + step / 9 + cell / 7 },
  TD_2M: { decimals: 2, at: (step, cell) => 275 + step / 9 + cell / 11 },
  U_10M: { decimals: 2, at: (_, cell) => 3 - cell / 13 },
  V_10M: { decimals: 2, at: (step) => 4 + step / 17 },
  VMAX_10M: { decimals: 1, at: (_, cell) => 9 + cell / 3, process: 2, startHours: (step) => step - 1 },
  PS: { decimals: 0, at: (step, cell) => 95_000 + 31 * cell - step },
  TOT_PREC: {
    decimals: 3,
    at: (step, cell) => (0.13 * step * cell) / CELLS,
    process: 1,
    startHours: () => 0,
  },
  WW: { decimals: 0, at: (_, cell) => WEATHER[cell % WEATHER.length] },
  CLCT: { decimals: 1, at: (_, cell) => (100 * cell) / CELLS },
  VIS: { decimals: 0, at: (_, cell) => 10 + 300 * cell },
  CAPE_ML: { decimals: 1, at: (step, cell) => step + 10 * cell },
  HSURF: { decimals: 1, at: (_, cell) => 5 * cell },
  FR_LAND: { decimals: 2, at: (_, cell) => cell % 2 },
};
const STATIC = ['HSURF', 'FR_LAND'];
const OF_SPANS = ['VMAX_10M', 'TOT_PREC'];

/** As DWD names them, below the folder of all runs. */
function pathOf(parameter: string, step: number): string {
  const kind = STATIC.includes(parameter)
    ? 'time-invariant_2026042006'
    : `single-level_2026042006_${String(step).padStart(3, '0')}`;
  return `06/${parameter.toLowerCase()}/icon-eu_europe_regular-lat-lon_${kind}_${parameter}.grib2.bz2`;
}

function messageOf(parameter: string, step: number): Uint8Array {
  const { decimals, at, process, startHours } = RECORDS[parameter];
  const [identity] = iconEu.records.flatMap(({ alternatives: [pattern] }) =>
    pattern.parameter === parameter ? pattern.messages : [],
  );
  return writeMessage({
    run: new Date(HOUR),
    discipline: identity.discipline,
    category: identity.parameterCategory,
    number: identity.parameterNumber,
    level: [identity.levelType, identity.levelValue ?? 0],
    stepHours: step,
    startHours: startHours?.(step),
    process,
    grid: GRID,
    values: Array.from({ length: CELLS }, (_, cell) => at(step, cell)),
    decimals,
  });
}

/** All files of the run. */
const FILES = STEPS.flatMap((step) =>
  Object.keys(RECORDS)
    .filter((parameter) => !(step > 0 ? STATIC : OF_SPANS).includes(parameter))
    .map((parameter) => ({ parameter, step })),
);

/** Compresses with the program that everybody has. */
function writeCompressed(files: { path: string; bytes: Uint8Array }[]): void {
  const plain = files.map(({ path, bytes }) => {
    mkdirSync(dirname(path), { recursive: true });
    const name = path.replace(/\.bz2$/, '');
    writeFileSync(name, bytes);
    return name;
  });
  execFileSync('bzip2', ['-f', ...plain]);
}

function writeRun(root: string): void {
  writeCompressed(
    FILES.map(({ parameter, step }) => ({
      path: join(root, pathOf(parameter, step)),
      bytes: messageOf(parameter, step),
    })),
  );
}

/** What ecCodes reads in the files of the run, by parameter and step. */
async function readRun(root: string): Promise<Map<string, number[]>> {
  const plain = join(root, 'plain.grib2');
  const paths = FILES.map(({ parameter, step }) => join(root, pathOf(parameter, step)));
  writeFileSync(plain, execFileSync('bzip2', ['-dc', ...paths]));
  const truth = new Map<string, number[]>();
  let count = 0;
  for await (const { values } of readWithEcCodes(plain, ['shortName'], [0])) {
    const { parameter, step } = FILES[count++];
    truth.set(`${parameter} ${step}`, [...values!]);
  }
  expect(count).toBe(FILES.length);
  return truth;
}

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
    // DWD's server has no ranges.
    mirror.fault = ({ range }) => (range === undefined ? undefined : { kind: 'range-ignored' });
    outcome = await harness.run(root, [...RUN, '--steps', STEPS.join()], settings(mirror.url));
  });
  afterAll(async () => {
    await mirror.close();
    await harness.remove();
    rmSync(root, { recursive: true });
  });

  const truthOf = (parameter: string, step: number) => truth.get(`${parameter} ${step}`)!;

  test('is taken whole from a file for each record, each of them once', () => {
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    // Four kinds of precipitation come from one record.
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
  ] as [VariableName, string][])('is in every cell what ecCodes reads: %s', (variable, parameter) =>
    harness.withRun((run) => {
      for (const step of STEPS.filter((hour) => hour > 0 || !OF_SPANS.includes(parameter)))
        expectEach(storedPlane(run, variable, step), truthOf(parameter, step), 1e-8);
    }),
  );

  test('has what falls between two steps, and its kinds by the code of the weather', () =>
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
    const service = new ForecastService(catalogue, configuration, OWN_CATALOGUE);
    const at = (lat: number, lon: number) =>
      answerOf(
        service,
        {
          lat: String(lat),
          lon: String(lon),
          source: 'icon-eu',
          startTime: HOUR,
          endTime: '2026-04-20T08:00:00Z',
          fields: 'temperature,visibility',
        },
        new Date(HOUR),
      ).answer;
    const cell = 3 * GRID.ni + 4;
    const { meta, data } = at(GRID.latitudeFirst - 3 * 0.0625, GRID.longitudeFirst + 4 * 0.0625);
    const [first] = data.timelines.hourly as unknown as { values: Record<string, number> }[];
    const kelvin = truthOf('T_2M', 0)[cell];
    expect(first.values.temperature).toBeCloseTo(kelvin - 273.15, 0);
    expect(first.values.visibility).toBeCloseTo((10 + 300 * cell) / 1000, 1);
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
    ['in °C', 'ImplausibleValuesError', () => edit('T_2M', 1, 'offsetValuesBy=-273.15')],
    ['of which one that must be there is missing', 'StepMissingError', () => rmSync(file('TOT_PREC', 1))],
  ])('with a file %s is refused', async (_, name, damage) => {
    damage();
    const { status, stderr } = await take();
    expect({ status, name: stderr.split(':', 1)[0] }).toEqual({ status: 1, name });
  });

  test('is taken without a record that it may lack, and says so', async () => {
    rmSync(file('VIS', 1));
    const { status, stdout } = await take();
    expect(status).toBe(0);
    expect(stdout).toContain('warning: The source had no visibility at steps 1.');
  });

  test.each(['etag', 'last-modified'] as const)(
    'is refused where a file was replaced after it was looked for, told by its %s, and taken anew by the next attempt',
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
