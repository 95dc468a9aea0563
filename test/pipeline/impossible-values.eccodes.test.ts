/** @slow */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type VariableName } from '../../src/weather/meteo/variables.js';
import { describeWithEcCodes } from '../support/eccodes.js';
import { copyRun, editStep, settingValues, valuesOf } from '../support/edited-step.js';
import { type CommandOutcome, IngestHarness } from './ingest-harness.js';
import { storedPlane } from './stored-planes.js';

const RUN = ['--run', '2020-08-04T12'];
const [COLUMNS, ROWS] = [49, 33];
const CELLS = COLUMNS * ROWS;
const numbered = (discipline: number, category: number, number: number, level: string) =>
  `discipline == ${discipline} && parameterCategory == ${category} && parameterNumber == ${number} && ${level}`;
const AT_2_M = 'typeOfLevel is "heightAboveGround" && level == 2';
const AT_10_M = 'typeOfLevel is "heightAboveGround" && level == 10';
const AT_SURFACE = 'typeOfLevel is "surface"';
const AN_INSTANT = 'productDefinitionTemplateNumber == 0';
const TEMPERATURE = numbered(0, 0, 0, AT_2_M);
const CPOFP = numbered(0, 1, 39, AT_SURFACE);

describeWithEcCodes('a run of GFS', () => {
  let harness: IngestHarness;
  let folder: string;

  beforeEach(async () => {
    harness = await IngestHarness.create();
    folder = mkdtempSync(join(tmpdir(), 'impossible-'));
    copyRun(folder);
  });
  afterEach(async () => {
    await harness.remove();
    rmSync(folder, { recursive: true });
  });

  const take = (): Promise<CommandOutcome> => harness.run(folder, RUN);
  /** In the order of the files, whose rows run from south to north. */
  const plane = (name: VariableName, step: number) => {
    const stored = harness.withRun((run) => storedPlane(run, name, step));
    return stored?.map((_, cell) => {
      const row = Math.floor(cell / COLUMNS);
      return stored[(ROWS - 1 - row) * COLUMNS + (cell % COLUMNS)];
    });
  };
  /** Gives some cells of a record another value. */
  const spoil = (step: string, condition: string, cells: number[], value: number) => {
    const values = valuesOf(folder, step, condition);
    expect(values).toHaveLength(CELLS);
    editStep(
      folder,
      step,
      settingValues(
        condition,
        values.map((own, cell) => (cells.includes(cell) ? value : own)),
      ),
    );
    return values;
  };
  const first = (count: number) => Array.from({ length: count }, (_, cell) => cell);

  test.each<[VariableName, condition: string, value: number]>([
    ['temperature2m', TEMPERATURE, 9999],
    ['temperature2m', TEMPERATURE, 0],
    ['dewPoint2m', numbered(0, 0, 6, AT_2_M), 0],
    ['relativeHumidity2m', numbered(0, 1, 1, AT_2_M), 9999],
    ['windU10m', numbered(0, 2, 2, AT_10_M), -9999],
    ['windV10m', numbered(0, 2, 3, AT_10_M), 9999],
    ['windGust', numbered(0, 2, 22, AT_SURFACE), 9999],
    ['surfacePressure', numbered(0, 3, 0, AT_SURFACE), 0],
    ['cape', numbered(0, 7, 6, AT_SURFACE), 99_999],
    ['visibility', numbered(0, 19, 0, AT_SURFACE), 9_999_000],
  ])('with an impossible %s lacks these values alone, and says so', async (name, condition, value) => {
    const cells = [0, 1, 700, CELLS - 1];
    const values = spoil('006', `${condition} && ${AN_INSTANT}`, cells, value);
    const { status, stdout } = await take();
    expect(status).toBe(0);
    expect(stdout).toContain(`4 values are missing in the source's ${name}, first at f006`);
    const stored = plane(name, 6)!;
    const tolerance = (Math.max(...values, value) - Math.min(...values, value)) / 2 ** 15;
    stored.forEach((own, cell) => {
      if (cells.includes(cell)) expect(own).toBeNaN();
      else expect(Math.abs(own - values[cell])).toBeLessThanOrEqual(tolerance);
    });
    expect(plane(name, 12)).not.toContain(NaN);
    harness.withRun(({ manifest }) =>
      expect(manifest.warnings).toContainEqual({
        code: 'implausible_values',
        detail: expect.stringContaining(`missing in the source's ${name}`),
      }),
    );
  });

  test('with more rain than ever fell lacks it, too: in the record, and in the difference of two', async () => {
    const condition = `${numbered(0, 1, 8, AT_SURFACE)} && productDefinitionTemplateNumber == 8 && stepRange is "0-6"`;
    const values = valuesOf(folder, '006', condition).slice(0, CELLS);
    editStep(
      folder,
      '006',
      settingValues(
        condition,
        values.map((own, cell) => (cell === 5 ? 9999 : own)),
      ),
    );
    const { status, stdout } = await take();
    expect(status).toBe(0);
    expect(stdout).toContain("1 value is missing in the source's precipitation, first at f006");
    const stored = plane('precipitation', 6)!;
    expect(stored[5]).toBeNaN();
    expect(stored.filter(Number.isNaN)).toHaveLength(1);
  });

  test('with a single impossible value says so', async () => {
    spoil('006', TEMPERATURE, [77], 0);
    expect((await take()).stdout).toContain(
      "1 value is missing in the source's temperature2m, first at f006",
    );
  });

  test('goes on without a record of which more than 1 % is impossible, even a required one', async () => {
    spoil('006', TEMPERATURE, first(Math.ceil(0.03 * CELLS)), 0);
    const { status, stdout } = await take();
    expect(status).toBe(0);
    expect(stdout).toContain('3 steps (0, 6, 12)');
    expect(stdout).toContain('The source had no temperature2m at steps 6.');
    expect(plane('temperature2m', 6)).toBeUndefined();
    for (const step of [0, 12]) expect(plane('temperature2m', step)).not.toContain(NaN);
    expect(plane('windU10m', 6)).not.toContain(NaN);
  });

  test('keeps a record of which 1 % is impossible', async () => {
    spoil('006', TEMPERATURE, first(Math.floor(0.01 * CELLS)), 0);
    expect((await take()).stdout).toContain('16 values are missing');
    expect(plane('temperature2m', 6)!.filter(Number.isNaN)).toHaveLength(16);
  });

  test('is refused if every record of a required variable is', async () => {
    for (const step of ['000', '006', '012']) spoil(step, TEMPERATURE, first(100), 0);
    const { status, stderr } = await take();
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^ImplausibleValuesError: f0\d\d TMP:2 m above ground:\S.*: 100 of its 1617 values are outside of 169 to 345 \(file:/,
    );
  });

  // NOAA-EMC/UPP, parm/params_grib2_tbl_new: each of these names has both numbers.
  test.each([
    ['those of the WMO', { 192: 33, 193: 34, 194: 35, 195: 36 }, 10],
    ['its own', {}, 192],
  ])('is the same with numbers that are %s', async (_, categories, lifted) => {
    const reference = await IngestHarness.create();
    await reference.run(folder, RUN);
    for (const step of ['000', '006', '012']) {
      const rules = Object.entries(categories).map(
        ([own, ofWmo]) =>
          `if (${numbered(0, 1, Number(own), AT_SURFACE)}) { set parameterNumber = ${ofWmo}; } else {`,
      );
      const close = '}'.repeat(rules.length);
      editStep(
        folder,
        step,
        `${rules.join(' ')} if (${numbered(0, 7, 192, AT_SURFACE)}) { set parameterNumber = ${lifted}; } ${close}`,
      );
    }
    expect(await take()).toMatchObject({ status: 0, stderr: '' });
    const names = ['rainFlag', 'snowFlag', 'freezingRainFlag', 'icePelletsFlag', 'liftedIndex'] as const;
    for (const name of names)
      for (const step of [6, 12]) {
        const [expected, own] = [reference, harness].map((one) =>
          one.withRun((run) => storedPlane(run, name, step)),
        );
        expect(expected).toHaveLength(CELLS);
        expect(own).toEqual(expected);
      }
    await reference.remove();
  });

  test.each([
    ['discipline', 'set discipline = 1; set parameterNumber = 193;'],
    ['category', 'set parameterNumber = 193;'],
  ])('has the share of snow with the number of NCEP’s table, in either %s', async (_, rule) => {
    const values = valuesOf(folder, '006', CPOFP);
    editStep(folder, '006', `if (${CPOFP}) { ${rule} }`);
    expect(await take()).toMatchObject({ status: 0, stderr: '' });
    plane('frozenPrecipitationPercent', 6)!.forEach((own, cell) => expect(own).toBeCloseTo(values[cell], 6));
  });

  test('goes on without an optional record that answers to no number, and names it', async () => {
    editStep(folder, '006', `if (${CPOFP}) { set parameterNumber = 250; }`);
    const { status, stdout } = await take();
    expect(status).toBe(0);
    expect(stdout).toContain('The source had no frozenPrecipitationPercent at steps 6.');
    expect(plane('frozenPrecipitationPercent', 6)).toBeUndefined();
    expect(plane('frozenPrecipitationPercent', 12)).toHaveLength(CELLS);
  });

  test('is refused if a required record answers to no number', async () => {
    editStep(folder, '006', `if (${TEMPERATURE}) { set parameterNumber = 250; }`);
    expect((await take()).stderr).toMatch(
      /^ForeignMessageError: f006 TMP:2 m above ground:6 hour fcst: .*parameter 0\.0\.250, not 0\.0\.0 \(TMP\)/,
    );
  });
});
