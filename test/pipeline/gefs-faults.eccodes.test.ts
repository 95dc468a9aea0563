/** @slow */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { describeWithEcCodes } from '../support/eccodes.js';
import { MirrorServer } from '../support/mirror-server.js';
import { COLUMNS, fileOf, FOLDER, GEFS_ROOT, ROWS, RUN, settings } from './gefs-sample.js';
import { IngestHarness } from './ingest-harness.js';
import { storedPlane } from './stored-planes.js';

describeWithEcCodes('members at fault', () => {
  let harness: IngestHarness;
  let folder: string;

  beforeEach(async () => {
    harness = await IngestHarness.create();
    folder = mkdtempSync(join(tmpdir(), 'gefs-'));
    cpSync(join(GEFS_ROOT, FOLDER), join(folder, FOLDER), { recursive: true });
    execFileSync('chmod', ['-R', 'u+w', folder]);
  });
  afterEach(async () => {
    await harness.remove();
    rmSync(folder, { recursive: true });
  });

  const take = (quantiles: 'on' | 'off' = 'off') =>
    harness.run(folder, RUN, settings(folder, '0p25', quantiles));
  const copyMember = (from: string, to: string, step: number, suffix: string) =>
    cpSync(fileOf(folder, from, step) + suffix, fileOf(folder, to, step) + suffix);
  const removeFiles = (pattern: RegExp) => {
    const directory = join(folder, FOLDER);
    for (const name of readdirSync(directory).filter((each) => pattern.test(each)))
      rmSync(join(directory, name));
  };

  test.each<[string, string, () => void]>([
    ['truncated', 'TruncatedFileError', () => truncateSync(fileOf(folder, 'p05', 6), 3_000)],
    [
      'of another member by its inventory',
      'ForeignInventoryError',
      () => copyMember('p05', 'p04', 6, '.idx'),
    ],
    [
      'with the messages of another member',
      'ForeignMessageError',
      // The same size, since the values are the same.
      () => {
        copyMember('p01', 'p02', 12, '');
        const inventory = readFileSync(`${fileOf(folder, 'p01', 12)}.idx`, 'utf8');
        writeFileSync(`${fileOf(folder, 'p02', 12)}.idx`, inventory.replaceAll('ENS=+1', 'ENS=+2'));
      },
    ],
    [
      'with the mean of the ensemble in place of a message',
      'ForeignMessageError',
      () => {
        const path = fileOf(folder, 'p03', 6);
        const edited = `${path}.edited`;
        execFileSync('grib_set', [
          '-s',
          'productDefinitionTemplateNumber=12',
          '-w',
          'shortName=tp',
          path,
          edited,
        ]);
        const own = execFileSync('grib_ls', ['-p', 'offset', edited], { encoding: 'utf8' });
        const offsets = own.split('\n').flatMap((line) => (/^\d+\s*$/.test(line) ? [Number(line)] : []));
        const lines = readFileSync(`${path}.idx`, 'utf8').trimEnd().split('\n');
        writeFileSync(
          `${path}.idx`,
          lines.map((line, i) => `${line.replace(/^(\d+):\d+/, `$1:${offsets[i]}`)}\n`).join(''),
        );
        cpSync(edited, path);
      },
    ],
  ])('%s are refused', async (_, name, damage) => {
    damage();
    const { status, stderr } = await take('on');
    expect({ status, name: stderr.split(':', 1)[0], stderr }).toMatchObject({ status: 1, name });
  });

  test('with temperatures in °C are left out, and the quantiles are those of the others', async () => {
    const path = fileOf(folder, 'p03', 6);
    const edited = `${path}.edited`;
    execFileSync('grib_set', ['-s', 'offsetValuesBy=-273.15', '-w', 'shortName=2t', path, edited]);
    expect(readFileSync(edited)).toHaveLength(readFileSync(path).length);
    cpSync(edited, path);
    expect(await take('on')).toMatchObject({ status: 0, stderr: '' });
    const whole = await IngestHarness.create();
    await whole.run(GEFS_ROOT, RUN, settings(GEFS_ROOT, '0p25', 'on'));
    // Member i is 0.4 K × (i - 5) off: without i = 3, the median of ten is halfway between i = 5 and i = 6.
    const [without, all] = [harness, whole].map((one) =>
      one.withRun((run) => storedPlane(run, 'temperature2mP50', 6)!),
    );
    without.forEach((value, cell) => expect(value).toBeCloseTo(all[cell] + 0.2, 1));
    await whole.remove();
  });

  test('replaced between inventory and download are refused, and taken by the next attempt', async () => {
    const path = fileOf(folder, 'p05', 6);
    const mirror = await MirrorServer.start({ root: folder });
    mirror.onRequest = ({ path: asked }) => {
      if (!`${path}.idx`.endsWith(asked)) return;
      const edited = `${path}.edited`;
      execFileSync('grib_set', ['-s', 'generatingProcessIdentifier=1', path, edited]);
      cpSync(edited, path);
      mirror.onRequest = undefined;
    };
    const over = { ...settings(folder, '0p25', 'off'), GEFS_BASE_URL: mirror.url };
    const takeOverHttp = () => harness.run(mirror.url, RUN, over);
    expect((await takeOverHttp()).stderr).toMatch(
      /^FileChangedError: .*gep05\.t12z\.pgrb2s\.0p25\.f006 was replaced after its inventory was read\n$/,
    );
    expect(await takeOverHttp()).toMatchObject({ status: 0 });
    await mirror.close();
  });

  test('are left out if missing, and the share is that of the others', async () => {
    removeFiles(/^gep10.*f006/);
    const { status, stdout } = await take();
    expect(status).toBe(0);
    expect(stdout).toContain('The source had no members p10 at steps 6; the others count.');
    harness.withRun((run) => {
      const whole = (step: number, count: number) => {
        const shares = storedPlane(run, 'precipitationProbability', step)!;
        return shares.every(
          (share) => Math.abs((share * count) / 100 - Math.round((share * count) / 100)) < 1e-9,
        );
      };
      expect([whole(6, 10), whole(6, 11), whole(12, 11)]).toEqual([true, false, true]);
    });
  });

  test('are too few for a step: it is skipped, or an error if requested', async () => {
    removeFiles(/^gep(09|10).*f006/);
    const named = await harness.run(folder, [...RUN, '--steps', '0,6'], settings(folder, '0p25', 'off'));
    expect(named.stderr).toMatch(
      /^StepMissingError: f006: inventories of fewer than 10 members; looked for \S+gec00\S+f006\.idx\n$/,
    );
    const { status, stdout } = await take();
    expect(status).toBe(0);
    expect(stdout).toContain('2 steps (0, 12)');
    expect(stdout).toContain('The source had no steps 3-9, 15-240 of this run.');
    harness.withRun((run) => {
      expect(storedPlane(run, 'precipitationProbability', 12)).toHaveLength(COLUMNS * ROWS);
    });
  });

  test('are too few for a run: there is no run', async () => {
    removeFiles(/^gep(09|10)/);
    const { status, stderr } = await take();
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^RunNotFoundError: there is no step of the gefs 0p25 run 2020-08-04T12Z; looked for /,
    );
  });
});
