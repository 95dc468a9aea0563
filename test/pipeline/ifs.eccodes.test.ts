import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type VariableName } from '../../src/weather/meteo/variables.js';
import { type StoredRun } from '../../src/store/read/stored-run.js';
import { describeWithEcCodes } from '../support/eccodes.js';
import { MirrorServer, redateMessages } from '../support/mirror-server.js';
import {
  decodeAll,
  type Fields,
  fileOf,
  FOLDER,
  GRID,
  IFS_ROOT,
  RUN,
  settings,
  STEPS,
  stepBefore,
} from './ifs-sample.js';
import { IngestHarness } from './ingest-harness.js';
import { storedPlane } from './stored-planes.js';

const CELLS = GRID.ni * GRID.nj;

describeWithEcCodes('the shared run of IFS', () => {
  let harness: IngestHarness;
  let truth: Fields;
  let said: string;

  beforeAll(async () => {
    harness = await IngestHarness.create();
    truth = await decodeAll();
    const outcome = await harness.run(IFS_ROOT, RUN, settings(IFS_ROOT));
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    said = outcome.stdout;
  });
  afterAll(() => harness.remove());

  /** Returns the amount of a step's period in mm; the source has meters since the start of the run. */
  const mmOf = (step: number, cell: number) => {
    const before = stepBefore(step);
    const earlier = before === 0 ? 0 : truth.get(`tp ${before}`)![cell];
    return 1000 * Math.max(truth.get(`tp ${step}`)![cell] - earlier, 0);
  };

  test('is taken, and its missing parts are reported', () => {
    expect(said).toContain(
      'ifs 0p25 run 2026-04-20T00Z published: 65 steps (0-240), ' + `${65 * 4 + 64} records`,
    );
    expect(said).toContain('warning: The source had no steps 246-360 of this run.');
    expect(said).toContain('warning: The source had no dewPoint2m, cloudCover, cape at any step.');
    expect(said).toContain('warning: The source had no terrainHeight, landMask at steps 0.');
  });

  test.each([
    ['temperature2m', '2t'],
    ['windU10m', '10u'],
    ['windV10m', '10v'],
    ['surfacePressure', 'sp'],
  ] as [VariableName, string][])('every cell of every step matches ecCodes: %s', (variable, name) =>
    harness.withRun((run) => {
      for (const step of STEPS) {
        const expected = truth.get(`${name} ${step}`)!;
        const stored = valuesOf(run, variable, step);
        expect(stored).toHaveLength(CELLS);
        const worst = Math.max(...stored.map((value, i) => Math.abs(value - expected[i])));
        expect(worst).toBeLessThan(1e-8);
      }
    }),
  );

  test('every amount is the increment of the accumulation, in mm', () =>
    harness.withRun((run) => {
      for (const step of STEPS.slice(1)) {
        const stored = valuesOf(run, 'precipitation', step);
        expect(stored).toHaveLength(CELLS);
        const worst = Math.max(...stored.map((value, i) => Math.abs(value - mmOf(step, i))));
        expect(worst).toBeLessThan(1e-4);
      }
      expect(storedPlane(run, 'precipitation', 0)).toBeUndefined();
    }));

  test('a run of 06 or 18 UTC is taken from the separate stream that such runs used to have', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ifs-'));
    const evening = '20260420/18z/ifs/0p25/scda/20260420180000';
    mkdirSync(join(folder, evening, '..'), { recursive: true });
    for (const step of [0, 3]) {
      const target = join(folder, `${evening}-${step}h-scda-fc`);
      const messages = redateMessages(
        readFileSync(fileOf(IFS_ROOT, step, 'grib2')),
        new Date('2026-04-20T18:00Z'),
      );
      writeFileSync(`${target}.grib2`, messages);
      const index = readFileSync(fileOf(IFS_ROOT, step, 'index'), 'utf8');
      writeFileSync(`${target}.index`, index.replaceAll('"0000"', '"1800"').replaceAll('"oper"', '"scda"'));
    }
    const outcome = await harness.run(
      folder,
      ['--model', 'ifs', '--run', '2026-04-20T18', '--steps', '0,3'],
      settings(folder),
    );
    rmSync(folder, { recursive: true });
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
  });
});

function valuesOf(run: StoredRun, variable: VariableName, step: number): number[] {
  return storedPlane(run, variable, step) ?? [];
}

/** The same files serve as files of AIFS, which has fewer steps. */
const SOURCES = [
  { model: 'ifs', layout: FOLDER, steps: [0, 3, 6] },
  { model: 'aifs', layout: FOLDER.replace('/ifs/', '/aifs-single/'), steps: [0, 6, 12] },
];

describeWithEcCodes.each(SOURCES)('a run of $model at fault', ({ model, layout, steps }) => {
  const [, second, last] = steps;
  let harness: IngestHarness;
  let folder: string;

  beforeEach(async () => {
    harness = await IngestHarness.create();
    folder = mkdtempSync(join(tmpdir(), 'ifs-'));
    mkdirSync(join(folder, layout), { recursive: true });
    for (const step of steps)
      for (const suffix of ['grib2', 'index']) cpSync(fileOf(IFS_ROOT, step, suffix), fileAt(step, suffix));
    execFileSync('chmod', ['-R', 'u+w', folder]);
  });
  afterEach(async () => {
    await harness.remove();
    rmSync(folder, { recursive: true });
  });

  const fileAt = (step: number, suffix: string) =>
    join(folder, layout, `20260420000000-${step}h-oper-fc.${suffix}`);
  const take = (asked = steps, url = pathToFileURL(folder).href) =>
    harness.run(folder, ['--model', model, '--run', '2026-04-20T00', '--steps', asked.join()], {
      [`${model.toUpperCase()}_BASE_URL`]: url,
    });
  const editIndex = (step: number, edit: (text: string) => string) => {
    const path = fileAt(step, 'index');
    writeFileSync(path, edit(readFileSync(path, 'utf8')));
  };
  /** Edits the messages of a parameter at a step without changing their lengths. */
  const editMessages = (step: number, shortName: string, edit: string) => {
    const path = fileAt(step, 'grib2');
    const edited = `${path}.edited`;
    execFileSync('grib_set', ['-w', `shortName=${shortName}`, '-s', edit, path, edited]);
    const bytes = readFileSync(edited);
    expect(bytes).toHaveLength(readFileSync(path).length);
    writeFileSync(path, bytes);
    rmSync(edited);
  };

  test.each<[string, string, () => void]>([
    ['truncated', 'TruncatedFileError', () => truncateSync(fileAt(last, 'grib2'), 2000)],
    [
      'with an index of another run',
      'ForeignInventoryError',
      () => editIndex(second, (text) => text.replaceAll('"20260420"', '"20260419"')),
    ],
    ['with an index that is none', 'InventoryError', () => editIndex(second, (text) => `${text}<html>\n`)],
    [
      'with another message where the index says',
      'ForeignMessageError',
      () =>
        editIndex(second, (text) =>
          text.replace('"param": "10u"', '"param": "x"').replace('"10v"', '"10u"').replace('"x"', '"10v"'),
        ),
    ],
    ['of another run', 'ForeignMessageError', () => editMessages(second, '2t', 'dataDate=20260419')],
    [
      'with an amount in a form that nobody knows',
      'ForeignMessageError',
      () => editMessages(second, 'tp', 'parameterNumber=8'),
    ],
    [
      'with temperatures in °C',
      'ImplausibleValuesError',
      () => steps.forEach((step) => editMessages(step, '2t', 'offsetValuesBy=-273.15')),
    ],
    [
      'without a record that it must have',
      'RecordMissingError',
      () => editIndex(last, (text) => text.replace(/.*"2t".*\n/, '')),
    ],
  ])('%s is refused', async (_, name, damage) => {
    damage();
    const { status, stderr } = await take();
    expect({ status, name: stderr.split(':', 1)[0] }).toEqual({ status: 1, name });
  });

  test('with a single record in °C goes on without it', async () => {
    editMessages(second, '2t', 'offsetValuesBy=-273.15');
    const { status, stdout } = await take();
    expect(status).toBe(0);
    expect(stdout).toContain(`temperature2m at steps ${second}.`);
    harness.withRun((run) => {
      expect(storedPlane(run, 'temperature2m', second)).toBeUndefined();
      expect(storedPlane(run, 'temperature2m', last)).not.toContain(NaN);
    });
  });

  test('a requested step that is missing is refused, naming the locations tried', async () => {
    const { status, stderr } = await take([0, second, 18]);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^StepMissingError: f018: no inventory; looked for file:.*-18h-oper-fc\.index(, file:.*-18h-scda-fc\.index)?\n$/,
    );
  });

  test('a file replaced between its index and its download is refused, and taken by the next attempt', async () => {
    const mirror = await MirrorServer.start({ root: folder });
    // The first request only finds out that the run exists.
    mirror.onRequest = ({ path, attempt }) => {
      if (!path.endsWith(`-${last}h-oper-fc.index`) || attempt < 2) return;
      editMessages(last, '2t', 'generatingProcessIdentifier=1');
      mirror.onRequest = undefined;
    };
    const takeOverHttp = () => take(steps, mirror.url);
    expect((await takeOverHttp()).stderr).toMatch(
      /^FileChangedError: .*-\d+h-oper-fc\.grib2 was replaced after its inventory was read\n$/,
    );
    expect(await takeOverHttp()).toMatchObject({ status: 0, stderr: '' });
    await mirror.close();
  });

  test('the unit of an amount is that of the message', async () => {
    editMessages(last, 'tp', 'parameterNumber=52');
    const { status, stdout } = await take();
    expect(status).toBe(0);
    // 0.0001 times the original amount, which is less than at the step before.
    expect(stdout).toContain(
      `The source's precipitation falls within a bucket, first at f${String(last).padStart(3, '0')}`,
    );
  });
});
