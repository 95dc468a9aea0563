import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isRunning } from '../../src/core/database/embedded-postgres/process-table.js';
import { gfs } from '../../src/weather/models/gfs/gfs.model.js';
import { latestRun } from '../../src/weather/models/run-times.js';
import { startWholeRunMirror } from '../support/gfs-steps.js';
import { type MirrorServer } from '../support/mirror-server.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { ServiceHome, ServiceProcess } from './service-process.js';

const PUBLISHED = /Model run published/;
const WHOLE_RUN = { GFS_RESOLUTION: '1p00', GFS_MAX_STEP: '12', INGEST_SCHEDULE: 'on' };

function workersOf(nodePid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  const rows = table.filter((row) => row.includes('ingest.worker.js'));
  return rows
    .map((row) => row.trim().split(/\s+/, 2).map(Number))
    .filter(([, ppid]) => ppid === nodePid)
    .map(([pid]) => pid);
}

/** Each test continues with what the previous one has left in the data directory. */
describeWithSharedData('npm start with the ingest schedule', () => {
  let home: ServiceHome;
  let mirror: MirrorServer;
  let next: ServiceProcess;
  const run = latestRun(gfs, new Date());

  beforeAll(async () => {
    mirror = await startWholeRunMirror(join(sharedData ?? '', 'gfs'), [run]);
    home = await ServiceHome.create({ GFS_BASE_URL: mirror.url, ...WHOLE_RUN });
  });
  afterAll(async () => {
    await home.remove();
    await mirror.close();
  });

  const stored = () => {
    const directory = join(home.dataDirectory, 'runs');
    return existsSync(directory) ? readdirSync(directory).filter((name) => name !== 'terrain') : [];
  };
  const listRuns = async () =>
    (await (await fetch(`${home.url}/v1/weather/runs`)).json()) as {
      runs: { run: string; steps: number; missingSteps: number[] }[];
      ingest: { state: string }[];
    };

  /** Resolves on the first request for bytes of the last step's file, which never gets a response. */
  const stall = () =>
    new Promise<void>((resolve) => {
      mirror.fault = ({ path, range }) => {
        if (!path.endsWith('.f012') || range === undefined) return undefined;
        resolve();
        return { kind: 'stall' };
      };
    });

  async function startStalled(): Promise<{ service: ServiceProcess; worker: number }> {
    const stalled = stall();
    const service = await ServiceProcess.start(home);
    await stalled;
    expect((await listRuns()).ingest[0].state).toBe('ingesting');
    const [worker] = workersOf(service.nodePid);
    expect(isRunning(worker)).toBe(true);
    return { service, worker };
  }

  test.each([
    ['SIGTERM to npm', ({ npm }: ServiceProcess) => process.kill(npm.pid, 'SIGTERM')],
    ['Ctrl-C, which is SIGINT to the whole group', ({ npm }: ServiceProcess) => npm.signalGroup('SIGINT')],
  ])(
    '%s during an ingest leaves nothing but its downloads',
    async (_, signal) => {
      const { service, worker } = await startStalled();
      signal(service);
      expect(await service.npm.ended).toMatchObject({ code: 0, signal: null });
      await service.gone();
      expect(isRunning(worker)).toBe(false);
      expect(stored()).toEqual([]);
      expect(service.npm.output).not.toMatch(/No model run could be ingested/);
    },
    120_000,
  );

  test('kill -9 during an ingest: the worker ends, and the next start continues', async () => {
    const { service, worker } = await startStalled();
    process.kill(service.nodePid, 'SIGKILL');
    while (isRunning(worker)) await sleep(20);
    mirror.fault = undefined;
    mirror.requests.length = 0;
    next = await ServiceProcess.start(home);
    await next.npm.line(PUBLISHED);
    const fetched = mirror.requests.filter(({ range }) => range !== undefined).map(({ path }) => path);
    expect(fetched.some((path) => path.endsWith('.f012'))).toBe(true);
    expect(fetched.some((path) => path.endsWith('.f000'))).toBe(false);
  });

  test('the newest run is served, and not downloaded again after a restart', async () => {
    const { runs } = await listRuns();
    expect(runs).toMatchObject([{ run: `${run.toISOString().slice(0, 19)}Z`, steps: 5, missingSteps: [] }]);
    await next.stop();

    mirror.requests.length = 0;
    next = await ServiceProcess.start(home);
    while ((await listRuns()).ingest[0].state !== 'waiting' || stored().length !== 1) await sleep(20);
    expect(mirror.requests.filter(({ range }) => range !== undefined)).toEqual([]);
    await next.stop();
  });
});

test('without a network, the service starts, logs it once, and serves requests', async () => {
  const home = await ServiceHome.create({ GFS_BASE_URL: 'http://127.0.0.1:9', ...WHOLE_RUN });
  const service = await ServiceProcess.start(home);
  const line = await service.npm.line(/No model run could be ingested/);
  expect(JSON.parse(line)).toMatchObject({ error: 'ConnectionError', backOffSeconds: expect.any(Number) });
  expect((await fetch(`${home.url}/health/ready`)).status).toBe(200);
  const runs = (await (await fetch(`${home.url}/v1/weather/runs`)).json()) as Record<string, unknown>;
  expect(runs).toMatchObject({
    runs: [],
    ingest: [{ state: 'waiting', lastError: { code: 'ConnectionError' } }],
  });
  await service.stop();
  await home.remove();
});
