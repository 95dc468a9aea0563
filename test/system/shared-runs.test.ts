import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { HOUR_MS } from '../../src/core/time/index.js';
import { gfs } from '../../src/weather/models/gfs/gfs.model.js';
import { latestRun, previousRun } from '../../src/weather/models/run-times.js';
import { type DatabaseUrl, openDatabaseUrl } from '../support/database-url.js';
import { createKeyedClient, FORECAST, POINT } from '../support/forecast-caller.js';
import { startWholeRunMirror } from '../support/gfs-steps.js';
import { type MirrorServer } from '../support/mirror-server.js';
import { S3Server } from '../support/s3-server.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { type TestApp } from '../support/test-app.js';
import { cloneDatabase, type TestDatabase } from '../support/test-postgres.js';
import { type ProjectCommand } from './project-command.js';
import { ServiceHome } from './service-process.js';

const NEW = latestRun(gfs, new Date());
const OLD = previousRun(gfs, NEW);

interface Ready {
  newest_run: { run: string } | null;
  shared_runs: string | null;
}

/** As written in responses. */
const instant = (time: Date) => time.toISOString().replace('.000', '');

describeWithSharedData('two API processes, an ingest process, and the store that they share', () => {
  let mirror: MirrorServer;
  let server: S3Server;
  let database: TestDatabase;
  let databaseUrl: DatabaseUrl;
  let volume: string;
  const homes: ServiceHome[] = [];
  beforeAll(async () => {
    mirror = await startWholeRunMirror(join(sharedData ?? '', 'gfs'), [OLD, NEW]);
    server = await S3Server.start();
    database = await cloneDatabase();
    databaseUrl = await openDatabaseUrl(database.connection);
    volume = mkdtempSync(join(tmpdir(), 'volume-'));
  });
  afterEach(async () => {
    for (const home of homes.splice(0)) await home.remove();
  });
  afterAll(async () => {
    await databaseUrl.close();
    await database.drop();
    await server.stop();
    await mirror.close();
    rmSync(volume, { recursive: true });
  });

  async function createHome(store: Record<string, string>): Promise<ServiceHome> {
    const home = await ServiceHome.create({
      ...store,
      DATABASE_URL: databaseUrl.url,
      KEY_SECRET: 'of all processes, 32 characters..',
      GFS_BASE_URL: mirror.url,
      GFS_RESOLUTION: '1p00',
      GFS_MAX_STEP: '12',
      RUNS_KEPT: '1',
      DEFAULT_RATE_LIMITS: 'second=1000000',
      INGEST_SCHEDULE: 'on',
    });
    homes.push(home);
    return home;
  }

  async function stop(command: ProjectCommand): Promise<void> {
    process.kill(command.pid, 'SIGTERM');
    expect(await command.ended).toMatchObject({ code: 0 });
  }

  const readiness = async ({ url }: ServiceHome) =>
    (await (await fetch(`${url}/health/ready`)).json()) as Ready;

  const stateOfIngest = async ({ url }: ServiceHome) => {
    const { ingest } = (await (await fetch(`${url}/v1/weather/runs`)).json()) as {
      ingest: { state: string }[];
    };
    return ingest[0].state;
  };

  /** Keeps requesting hours that both runs have, until all replicas serve the new run. */
  async function askUntilNew(replicas: ServiceHome[], key: string): Promise<Set<string>> {
    const span = `startTime=${instant(NEW)}&endTime=${instant(new Date(NEW.getTime() + 3 * HOUR_MS))}`;
    const seen = new Set<string>();
    for (const { url } of replicas) {
      for (let run = ''; run !== instant(NEW);) {
        const answer = await fetch(`${url}${FORECAST}?${POINT}&${span}&source=gfs`, {
          headers: { apikey: key },
        });
        expect(answer.status).toBe(200);
        ({ run } = ((await answer.json()) as { meta: { run: string } }).meta);
        seen.add(run);
        await sleep(20);
      }
    }
    return seen;
  }

  test.each([
    ['bucket', () => server.environment('system')],
    ['volume', () => ({ RUN_STORE_URL: pathToFileURL(volume).href })],
  ])(
    'start with a run from a %s, and switch to the next one without a failed request',
    async (kind, store) => {
      const taker = await createHome(store());
      const command = ['npm', 'run', 'ingest', '--', '--run', instant(OLD).slice(0, 13)];
      expect((await taker.run(command).ended).output).toContain(' published: ');

      const replicas = [await createHome(store()), await createHome(store())];
      const serving = replicas.map((home) => home.run(['npm', 'run', 'start:api']));
      await Promise.all(serving.map((process) => process.line(/The service is ready/)));
      for (const home of replicas) {
        const { newest_run: newest, shared_runs: shared } = await readiness(home);
        expect([newest?.run, shared]).toEqual([instant(OLD), 'ready']);
      }
      const { key } = await createKeyedClient({ url: replicas[0].url } as TestApp);

      // An ingest process that also serves is a replica, too, and doesn't fetch what it takes.
      const taking = taker.run(['npm', 'run', kind === 'bucket' ? 'start' : 'start:ingest']);
      expect(await askUntilNew(replicas, key)).toEqual(new Set([instant(OLD), instant(NEW)]));
      await taking.line(/Model run published/);
      const names = (home: ServiceHome) =>
        readdirSync(join(home.dataDirectory, 'runs')).filter((name) => name !== 'terrain');
      const serve = kind === 'bucket' ? [...replicas, taker] : replicas;
      while (serve.some((home) => names(home).length > 1)) await sleep(20);
      for (const home of serve)
        while ((await readiness(home)).newest_run?.run !== instant(NEW)) await sleep(20);
      for (const home of serve) while ((await stateOfIngest(home)) !== 'waiting') await sleep(20);
      const fetched = server.requests.filter(
        ({ method, key }) => method === 'GET' && key.endsWith('values.packed') && !key.includes('/terrain/'),
      );
      // Once for each run and data directory, except for the run that was taken there.
      if (kind === 'bucket') expect(fetched).toHaveLength(5);
      for (const process of [taking, ...serving]) await stop(process);
    },
    300_000,
  );
});
