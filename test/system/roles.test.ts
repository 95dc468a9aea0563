import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { gfs } from '../../src/weather/models/gfs/gfs.model.js';
import { latestRun } from '../../src/weather/models/run-times.js';
import { type DatabaseUrl, openDatabaseUrl } from '../support/database-url.js';
import { startWholeRunMirror } from '../support/gfs-steps.js';
import { type MirrorServer } from '../support/mirror-server.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { cloneDatabase, type TestDatabase } from '../support/test-postgres.js';
import { type ProjectCommand } from './project-command.js';
import { ServiceHome } from './service-process.js';

const WHOLE_RUN = { GFS_RESOLUTION: '1p00', GFS_MAX_STEP: '12', INGEST_SCHEDULE: 'on' };

const homes: ServiceHome[] = [];
async function createHome(environment: Record<string, string> = {}): Promise<ServiceHome> {
  const home = await ServiceHome.create(environment);
  homes.push(home);
  return home;
}
afterEach(async () => {
  for (const home of homes.splice(0)) await home.remove();
});

async function stop(command: ProjectCommand): Promise<void> {
  process.kill(command.pid, 'SIGTERM');
  expect(await command.ended).toMatchObject({ code: 0 });
}

/** Waits until there is a run, and returns the newest. */
async function newestRun({ url }: ServiceHome): Promise<unknown> {
  for (;;) {
    const ready = await (await fetch(`${url}/health/ready`)).json();
    const { newest_run } = ready as { newest_run: unknown };
    if (newest_run) return newest_run;
    await sleep(50);
  }
}

async function listRuns({ url }: ServiceHome) {
  const answer = await fetch(`${url}/v1/weather/runs`);
  return (await answer.json()) as { runs: unknown[]; ingest: { state: string }[] };
}

describe('a process with one role', () => {
  test('refuses an unexpected argument', async () => {
    const home = await createHome();
    const { code, output } = await home.run(['npm', 'run', 'start:api', '--', 'ingest']).ended;
    expect(code).toBe(1);
    expect(output).toContain('Unexpected "ingest".');
    expect(existsSync(join(home.dataDirectory, 'service.lock'))).toBe(false);
  });

  test('refuses to take runs that no other process could read', async () => {
    const home = await createHome();
    const { code, output } = await home.run(['npm', 'run', 'start:ingest']).ended;
    expect(code).toBe(1);
    expect(output).toMatch(/^ {2}DATABASE_URL must be set to the database of the API processes/m);
    expect(output).toMatch(/^ {2}RUN_STORE_URL must be set to the run store of the API processes/m);
    expect(output).toMatch(/^ {2}INGEST_SCHEDULE is off/m);
    expect(existsSync(join(home.dataDirectory, 'service.lock'))).toBe(false);
  });
});

describeWithSharedData('npm run start:api and npm run start:ingest', () => {
  const run = latestRun(gfs, new Date());
  let mirror: MirrorServer;
  let database: TestDatabase;
  let databaseUrl: DatabaseUrl;
  let volume: string;
  beforeAll(async () => {
    mirror = await startWholeRunMirror(join(sharedData ?? '', 'gfs'), [run]);
    volume = mkdtempSync(join(tmpdir(), 'weather-runs-'));
    database = await cloneDatabase();
    databaseUrl = await openDatabaseUrl(database.connection);
  });
  afterAll(async () => {
    await databaseUrl.close();
    await database.drop();
    await mirror.close();
    rmSync(volume, { recursive: true, force: true });
  });

  test('split the work: one serves the API and takes no run, the other takes it and serves only its health', async () => {
    const environment = {
      ...WHOLE_RUN,
      DATABASE_URL: databaseUrl.url,
      GFS_BASE_URL: mirror.url,
      RUN_STORE_URL: pathToFileURL(volume).href,
      KEY_SECRET: 'of both processes, 32 characters.',
    };
    const [api, ingest] = [await createHome(environment), await createHome(environment)];
    const answering = api.run(['npm', 'run', 'start:api']);
    await answering.line(/The service is ready/);
    expect(await listRuns(api)).toMatchObject({ runs: [], ingest: [{ state: 'off' }] });
    const taking = ingest.run(['npm', 'run', 'start:ingest']);
    await taking.line(/Model run published/);

    expect(await (await fetch(`${ingest.url}/health/live`)).json()).toEqual({ status: 'live' });
    const ready = await fetch(`${ingest.url}/health/ready`);
    expect(await ready.json()).toMatchObject({ status: 'ready', database: 'ready', store: 'ready' });
    for (const path of ['/v1/weather/runs', '/docs', '/'])
      expect((await fetch(ingest.url + path)).status).toBe(404);

    expect(await newestRun(api)).toMatchObject({ model: 'gfs' });
    // The API process is notified when the ingest process has nothing more to do.
    while ((await listRuns(api)).ingest[0].state !== 'waiting') await sleep(20);
    expect(await listRuns(api)).toMatchObject({ runs: [{ steps: 5, missingSteps: [] }] });
    const taken = await newestRun(ingest);
    expect(taken).toEqual(await newestRun(api));
    await stop(taking);
    await stop(answering);
  });
});
