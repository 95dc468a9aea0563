/** @slow */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { gfs } from '../../src/weather/models/gfs/gfs.model.js';
import { pgrb2 } from '../../src/weather/models/gfs/gfs.products.js';
import { putAside } from '../../src/store/format/run-directory.js';
import { stepPath } from '../../src/weather/models/step-path.js';
import { latestRun } from '../../src/weather/models/run-times.js';
import { MirrorServer } from '../support/mirror-server.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { IngestHarness } from './ingest-harness.js';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const root = join(sharedData ?? '', 'gfs');
const RUN = new Date('2020-08-04T12:00:00Z');
const WAITING =
  /^Another ingest is in progress \([^\n]+ingest-gfs\.lock is locked\): waiting for it to end\. Ctrl-C gives up\.\n/;
const F006 = stepPath(pgrb2('0p25').file, RUN, 6);

let harness: IngestHarness;
beforeAll(async () => {
  harness = await IngestHarness.create();
});
afterAll(() => harness.remove());

describe('usage', () => {
  test('--help describes the command', async () => {
    const outcome = await harness.run(root, ['--help']);
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    expect(outcome.stdout).toContain('Usage: npm run ingest -- --run <run> [--steps <steps>]');
  });

  test.each([
    [[], '--run is required'],
    [['--run'], "'--run <value>' argument missing"],
    [['--run', 'yesterday'], '--run must be a UTC hour such as 2020-08-04T12'],
    [['--run', '2020-08-04T13'], 'gfs runs at 00, 06, 12, 18 UTC'],
    [['--run', '2020-08-04T12', '--steps', '0,121'], '--steps must be hours such as 0,6,12'],
    [['--run', '2020-08-04T12', '--force'], "Unknown option '--force'"],
    [['2020-08-04T12'], "Unexpected argument '2020-08-04T12'"],
  ])('%j is refused, stating what is expected', async (argv, message) => {
    const outcome = await harness.run(root, argv);
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    expect(outcome.stderr).toMatch(/^UsageError: [^\n]+\n$/);
    expect(outcome.stderr).toContain(message);
  });

  test.each([
    ['ifs, gfs', 'ifs'],
    ['gfs:6, ifs', 'gfs'],
    ['', 'ifs'],
  ])('the first of MODELS=%s is taken by default', async (MODELS, model) => {
    const outcome = await harness.run(root, ['--run', '2020-08-04T13'], { MODELS });
    expect(outcome.stderr).toContain(`and ${model} runs at`);
  });

  test('configuration errors are reported', async () => {
    const outcome = await harness.run(root, ['--run', '2020-08-04T12'], { GFS_RESOLUTION: '2p50' });
    expect(outcome.status).toBe(1);
    expect(outcome.stderr).toContain('GFS_RESOLUTION must be one of 1p00, 0p50, 0p25');
  });

  test('a missing source is named', async () => {
    const outcome = await harness.run('/nowhere', ['--run', '2020-08-04T12']);
    expect(outcome.status).toBe(1);
    expect(outcome.stderr).toMatch(
      /^RunNotFoundError: there is no step of the gfs 0p25 run 2020-08-04T12Z; looked for file:\/\/\/nowhere\/gfs\.20200804/,
    );
  });
});

describeWithSharedData('the selection of runs and steps', () => {
  let mirror: MirrorServer | undefined;
  afterEach(() => mirror?.close());

  const storedRuns = () => {
    const catalogue = harness.catalogue();
    const runs = catalogue
      .runs()
      .map(({ manifest }) => `${manifest.resolution} ${manifest.run.slice(0, 13)}`);
    catalogue.close();
    return runs;
  };

  const startMirror = (latest: Date) =>
    MirrorServer.start({
      root,
      redate: {
        from: { run: RUN, resolution: '0p25' },
        to: [
          { run: latest, resolution: '1p00' },
          { run: new Date('2021-04-01T06:00:00Z'), resolution: '0p50' },
        ],
      },
    });

  test('takes the requested steps, without warnings about others', async () => {
    const outcome = await harness.run(root, ['--run', '2020-08-04T12', '--steps', '12,0']);
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    expect(outcome.stdout).toContain('2 steps (0, 12)');
    expect(outcome.stdout).not.toContain('warning');
    expect(harness.withRun(({ manifest }) => manifest.stepsHours)).toEqual([0, 12]);
  });

  test('takes the steps up to GFS_MAX_STEP', async () => {
    await harness.run(root, ['--run', '2020-08-04T12'], { GFS_MAX_STEP: '6' });
    expect(harness.withRun(({ manifest }) => manifest)).toMatchObject({
      stepsHours: [0, 6],
      warnings: [{ code: 'missing_steps', detail: 'The source had no steps 1-5 of this run.' }],
    });
  });

  test('replaces the earlier publication of a run', async () => {
    const outcome = await harness.run(root, ['--run', '2020-08-04T12']);
    expect(outcome.stdout).toMatch(/removed: gfs_0p25_20200804T1200Z_\d+\n/);
    expect(storedRuns()).toEqual(['0p25 2020-08-04T12']);
  });

  test('takes the newest due run, and keeps only RUNS_KEPT runs of all resolutions', async () => {
    const latest = latestRun(gfs, new Date());
    mirror = await startMirror(latest);
    const first = await harness.run(mirror.url, ['--run', '2021-04-01T06'], { GFS_RESOLUTION: '0p50' });
    expect(first).toMatchObject({ status: 0, stderr: '' });
    const second = await harness.run(mirror.url, ['--run', 'latest'], { GFS_RESOLUTION: '1p00' });
    expect(second).toMatchObject({ status: 0, stderr: '' });
    expect(second.stdout).toContain('removed: gfs_0p25_20200804T1200Z');
    expect(storedRuns()).toEqual([`1p00 ${latest.toISOString().slice(0, 13)}`, '0p50 2021-04-01T06']);
  });

  test('takes the newest due run again only if it lacks steps or is damaged', async () => {
    const latest = latestRun(gfs, new Date());
    const takesAgain = async (...steps: string[]) => {
      mirror = await startMirror(latest);
      const before = harness.withRun(({ name }) => name);
      const outcome = await harness.run(mirror.url, ['--run', 'latest', ...steps], {
        GFS_RESOLUTION: '1p00',
      });
      expect(outcome).toMatchObject({ status: 0, stderr: '' });
      const isTaken = harness.withRun(({ name }) => name) !== before;
      expect(mirror.requests.length > 0).toBe(isTaken);
      const label = latest.toISOString().slice(0, 13);
      if (!isTaken) expect(outcome.stdout).toBe(`gfs 1p00 run ${label}Z is already stored\n`);
      await mirror.close();
      mirror = undefined;
      return isTaken;
    };
    expect(await takesAgain('--steps', '0,6')).toBe(false);
    expect(await takesAgain()).toBe(true);
    expect(await takesAgain('--steps', '0,6')).toBe(false);
    putAside(
      join(harness.dataDirectory, 'runs'),
      harness.withRun(({ name }) => name),
    );
    expect(await takesAgain('--steps', '0,6')).toBe(true);
    expect(await takesAgain('--steps', '0,6')).toBe(false);
    expect(await takesAgain('--steps', '0,6,12')).toBe(true);
    const finer = await harness.run(root, ['--run', 'latest', '--steps', '0,6']);
    expect(finer).toMatchObject({ status: 1, stderr: expect.stringMatching(/^StepMissingError/) });
  });

  test('refuses a run older than all kept ones', async () => {
    const outcome = await harness.run(root, ['--run', '2020-08-04T12']);
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    expect(outcome.stderr).toBe(
      'RunTooOldError: 2 newer runs of gfs are stored (RUNS_KEPT=2), so the run 2020-08-04T12Z would be deleted immediately\n',
    );
  });
});

describeWithSharedData('the process', () => {
  let mirror: MirrorServer;
  let own: IngestHarness;
  beforeAll(async () => {
    own = await IngestHarness.create();
    mirror = await MirrorServer.start({ root });
    await own.run(root, ['--run', '2020-08-04T12', '--steps', '0']);
  });
  afterAll(async () => {
    await mirror.close();
    await own.remove();
  });

  function start(...argv: string[]): { child: ChildProcess; output: { stdout: string; stderr: string } } {
    const hooks = join(PROJECT, 'test/support/register-typescript.mjs');
    const command = join(PROJECT, 'src/main.ts');
    const child = spawn(process.execPath, ['--no-warnings', '--import', hooks, command, 'ingest', ...argv], {
      env: {
        ...process.env,
        ...{ DATA_DIR: own.dataDirectory, MODELS: 'gfs', GFS_BASE_URL: mirror.url, GFS_RESOLUTION: '0p25' },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
    return { child, output };
  }

  async function ended(child: ChildProcess): Promise<unknown> {
    const [status] = (await once(child, 'close')) as unknown[];
    return status;
  }

  /** Resolves on the first request for f006's bytes, which never gets a response. */
  function stall(): Promise<void> {
    return new Promise((resolve) => {
      mirror.fault = ({ path, range }) => {
        if (path !== F006 || range === undefined) return undefined;
        resolve();
        return { kind: 'stall' };
      };
    });
  }

  test('exits with 0, and prints lines if there is no terminal', async () => {
    const { child, output } = start('--run', '2020-08-04T12', '--steps', '0,12');
    expect(await ended(child)).toBe(0);
    expect(output.stderr).toBe('');
    expect(output.stdout).toMatch(
      /^2 steps\nf000: 17 records, [\d.]+ kB\nf012: 22 records, [\d.]+ kB\ngfs 0p25 run/,
    );
  });

  test('exits with 1 and one line after a failure', async () => {
    const { child, output } = start('--run', '2020-08-04T12', '--steps', '3');
    expect(await ended(child)).toBe(1);
    expect(output.stderr).toMatch(/^StepMissingError: f003: [^\n]+\n$/);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('%s leaves the store unchanged', async (signal) => {
    const before = await own.listing();
    const stalled = stall();
    const { child, output } = start('--run', '2020-08-04T12');
    const end = ended(child);
    await stalled;
    child.kill(signal);
    expect(await end).toBe(1);
    expect(output.stderr).toBe(`IngestAbortedError: stopped by ${signal}; the store is as it was\n`);
    expect(await own.listing()).toEqual(before);
  });

  test('waits for another ingest to end, and then takes the run', async () => {
    const stalled = stall();
    const first = start('--run', '2020-08-04T12');
    const firstEnded = ended(first.child);
    await stalled;
    const second = start('--run', '2020-08-04T12', '--steps', '0,12');
    const secondEnded = ended(second.child);
    while (!WAITING.test(second.output.stderr)) await once(second.child.stderr!, 'data');
    first.child.kill('SIGTERM');
    expect(await firstEnded).toBe(1);
    expect(await secondEnded).toBe(0);
    expect(second.output.stdout).toContain('gfs 0p25 run 2020-08-04T12Z published');
    expect(second.output.stderr).toMatch(new RegExp(`${WAITING.source}$`));
  });

  test('is the only one in its data directory; the next one that stores removes the leftovers of a killed one', async () => {
    const stalled = stall();
    const { child } = start('--run', '2020-08-04T12');
    const end = ended(child);
    await stalled;
    const impatient = new AbortController();
    const waiting = own.start(root, ['--run', '2020-08-04T12'], {}, impatient.signal);
    await waiting.stderr.until(WAITING);
    impatient.abort(new Error('enough'));
    expect(await waiting.ended).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/\nError: enough\n$/),
    });
    child.kill('SIGKILL');
    await end;
    const leftover = join(
      own.dataDirectory,
      'runs',
      'gfs_0p25_20200804T1200Z_01234567-89ab-cdef-0123-456789abcdef.partial',
    );
    await mkdir(leftover, { recursive: true });
    await writeFile(join(leftover, 'planes.spool'), 'a part');
    expect(await own.run(root, ['--run', '2020-08-04T12', '--steps', '0,6,12'])).toMatchObject({ status: 0 });
    expect(existsSync(leftover)).toBe(false);
  });
});
