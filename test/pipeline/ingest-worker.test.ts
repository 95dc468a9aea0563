/** @slow */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { isRunning } from '../../src/core/database/embedded-postgres/process-table.js';
import { type IngestProgress } from '../../src/ingest/status/ingest-progress.js';
import { writeRequest } from '../../src/ingest/schedule/worker-messages.js';
import { ChildProgram, sourceUrl } from '../support/child-program.js';
import { startWholeRunMirror } from '../support/gfs-steps.js';
import { type MirrorServer } from '../support/mirror-server.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { IngestHarness } from './ingest-harness.js';
import { forkedIngest, PATIENT, TYPESCRIPT, wholeRun, WORKER } from './worker-process.js';

const OLD = new Date('2026-11-20T18:00:00Z');
const NEW = new Date('2026-11-21T00:00:00Z');
const F012 = 'gfs.20261121/00/atmos/gfs.t00z.pgrb2.1p00.f012';

/** A minimal service, which has a worker take a run. */
const SERVICE = `
  const { ForkedIngest } = await import(parameters.module);
  const { request, url, policy, worker, execArgv } = parameters;
  const none = { begin: () => console.log('begun'), step: () => undefined, end: () => undefined };
  await new ForkedIngest([url], policy, worker, execArgv).ingest(
    { ...request, run: new Date(request.run) }, none, new AbortController().signal);
`;

function childrenOf(parent: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  const rows = table
    .filter((row) => row.includes(WORKER))
    .map((row) => row.trim().split(/\s+/, 2).map(Number));
  return rows.filter(([, ppid]) => ppid === parent).map(([pid]) => pid);
}

describeWithSharedData("the service's ingest process", () => {
  let harness: IngestHarness;
  let mirror: MirrorServer;
  let before: string[];
  let told: string[];
  const progress: IngestProgress = {
    begin: (steps) => told.push(`${steps} steps`),
    step: (stepHours, records) => told.push(`${stepHours}: ${records}`),
    end: () => told.push('end'),
  };
  const ingest = (run: Date, signal = new AbortController().signal) =>
    forkedIngest(mirror.url).ingest(wholeRun(harness.dataDirectory, run), progress, signal);
  const storedRuns = () => {
    const catalogue = harness.catalogue();
    const runs = catalogue.runs().map(({ run }) => run);
    catalogue.close();
    return runs;
  };

  beforeAll(async () => {
    mirror = await startWholeRunMirror(join(sharedData ?? '', 'gfs'), [OLD, NEW]);
  });
  afterAll(() => mirror.close());
  beforeEach(async () => {
    harness = await IngestHarness.create();
    told = [];
    await ingest(OLD);
    before = await harness.listing();
    mirror.requests.length = 0;
  });
  afterEach(async () => {
    mirror.fault = undefined;
    await harness.remove();
  });

  /** Resolves on the first request for f012's bytes, which never gets a response. */
  const stall = () =>
    new Promise<void>((resolve) => {
      mirror.fault = ({ path, range }) => {
        if (path !== F012 || range === undefined) return undefined;
        resolve();
        return { kind: 'stall' };
      };
    });

  test('publishes a complete run, and reports each step', async () => {
    const summary = await ingest(NEW);
    expect(summary).toMatchObject({ stepsHours: [0, 3, 6, 9, 12], warnings: expect.any(Array) });
    expect(storedRuns()).toEqual([NEW, OLD]);
    // The last step also has the run's total of precipitation.
    expect(told.slice(7)).toEqual(['5 steps', '0: 17', '3: 21', '6: 21', '9: 21', '12: 22', 'end']);
  });

  test('deletes the runs beyond RUNS_KEPT, while a run in use stays readable', async () => {
    const catalogue = harness.catalogue();
    const [old] = catalogue.runs();
    old.retain();
    const record = [...old.readCell(5, 5)];
    const request = { ...wholeRun(harness.dataDirectory, NEW), runsKept: 1 };
    const { removedRuns } = await forkedIngest(mirror.url).ingest(
      request,
      progress,
      new AbortController().signal,
    );
    expect(removedRuns).toEqual([old.name]);
    expect(storedRuns()).toEqual([NEW]);
    while (catalogue.runs()[0].run.getTime() === OLD.getTime()) await sleep(10);
    expect([...old.readCell(5, 5)]).toEqual(record);
    old.release();
    catalogue.close();
  });

  test('publishes nothing of a run with a missing step, and names the step', async () => {
    mirror.fault = ({ path }) => (path.endsWith('f003.idx') ? { kind: 'status', status: 404 } : undefined);
    await expect(ingest(NEW)).rejects.toMatchObject({
      name: 'StepMissingError',
      message: expect.stringMatching(/^f003: /),
    });
    expect(await harness.listing()).toEqual(before);
  });

  test.each([
    ['inventory', /f003\.idx$/],
    ['file', /f003$/],
  ])('publishes a run without a step that it may lack, if its %s is missing', async (_, missing) => {
    mirror.fault = ({ path }) => (missing.test(path) ? { kind: 'status', status: 404 } : undefined);
    const request = { ...wholeRun(harness.dataDirectory, NEW), mayLack: [3] };
    const take = () => forkedIngest(mirror.url).ingest(request, progress, new AbortController().signal);
    const { stepsHours, warnings } = await take();
    expect(stepsHours).toEqual([0, 6, 9, 12]);
    expect(warnings).toContain('The source had no steps 3 of this run.');
    expect((await harness.downloads()).length).toBeGreaterThan(0);
    // It is filled in when it comes, without downloading the others again.
    mirror.fault = undefined;
    mirror.requests.length = 0;
    expect(await take()).toMatchObject({ stepsHours: [0, 3, 6, 9, 12] });
    const fetched = mirror.requests.filter(({ range }) => range !== undefined).map(({ path }) => path);
    expect(new Set(fetched.map((path) => path.slice(-4)))).toEqual(new Set(['f003']));
    expect(await harness.downloads()).toEqual([]);
  });

  test('stops when aborted, and leaves the store unchanged', async () => {
    const stalled = stall();
    const stop = new AbortController();
    const outcome = expect(ingest(NEW, stop.signal)).rejects.toThrow('enough');
    await stalled;
    stop.abort(new Error('enough'));
    await outcome;
    expect(await harness.listing()).toEqual(before);
  });

  test('ends with a killed service; the next one continues where it stopped', async () => {
    const stalled = stall();
    const request = writeRequest(wholeRun(harness.dataDirectory, NEW));
    const service = await ChildProgram.start(SERVICE, {
      module: sourceUrl('ingest/schedule/forked-ingest.ts'),
      request,
      url: mirror.url,
      policy: PATIENT,
      worker: WORKER,
      execArgv: TYPESCRIPT,
    });
    const [worker] = childrenOf(service.pid);
    expect(isRunning(worker)).toBe(true);
    await stalled;
    // Only the service, not its process group.
    process.kill(service.pid, 'SIGKILL');
    while (isRunning(worker)) await sleep(10);
    expect(await harness.listing()).toEqual(before);

    mirror.fault = undefined;
    mirror.requests.length = 0;
    await ingest(NEW);
    expect(storedRuns()).toEqual([NEW, OLD]);
    const fetched = mirror.requests.filter(({ range }) => range !== undefined).map(({ path }) => path);
    expect(fetched.length).toBeLessThan(5 * 4);
    expect(fetched.every((path) => !path.endsWith('f000'))).toBe(true);
  });

  test('causes an error that names the signal if it is killed', async () => {
    const stalled = stall();
    const outcome = ingest(NEW);
    outcome.catch(() => undefined);
    await stalled;
    const [worker] = childrenOf(process.pid);
    process.kill(worker, 'SIGKILL');
    await expect(outcome).rejects.toMatchObject({
      name: 'WorkerEndedError',
      message: 'the ingest process was ended by SIGKILL',
    });
  });

  test("causes an error if it can't start", async () => {
    const { ForkedIngest } = await import('../../src/ingest/schedule/forked-ingest.js');
    const broken = new ForkedIngest([mirror.url], PATIENT, `${WORKER}.missing`);
    const { signal } = new AbortController();
    await expect(broken.ingest(wholeRun(harness.dataDirectory, NEW), progress, signal)).rejects.toMatchObject(
      {
        name: 'WorkerEndedError',
        message: expect.stringContaining('ended with code 1: '),
      },
    );
  });
});
