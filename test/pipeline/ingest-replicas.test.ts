import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { AdvisoryLock } from '../../src/core/locks/advisory-lock.js';
import { connectionOptions } from '../../src/core/database/orm-options.js';
import { IngestStatus } from '../../src/ingest/status/ingest-status.js';
import { IngestScheduler } from '../../src/ingest/schedule/ingest.scheduler.js';
import { DEFAULT_SCHEDULE_TIMING } from '../../src/ingest/schedule/schedule-timing.js';
import { HttpSource } from '../../src/ingest/source/http-source.js';
import { startWholeRunMirror } from '../support/gfs-steps.js';
import { LogRecorder } from '../support/log-recorder.js';
import { type MirrorServer } from '../support/mirror-server.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { TestClock } from '../support/test-clock.js';
import { cloneDatabase, type TestDatabase } from '../support/test-postgres.js';
import { IngestHarness } from './ingest-harness.js';
import { forkedIngest, PATIENT, wholeRun } from './worker-process.js';

const RUN = new Date('2026-11-21T00:00:00Z');
const NOW = new Date('2026-11-21T09:00:00Z');
const REPLICAS = 3;

describeWithSharedData('several services on one database, each with its own store', () => {
  let database: TestDatabase;
  let mirror: MirrorServer;
  let replicas: Replica[];
  let atWork = 0;
  let mostAtWork = 0;

  interface Replica {
    harness: IngestHarness;
    orm: MikroORM;
    scheduler: IngestScheduler;
    status: IngestStatus;
    clock: TestClock;
    log: LogRecorder;
  }

  async function createReplica(): Promise<Replica> {
    const harness = await IngestHarness.create();
    const orm = await MikroORM.init({
      ...connectionOptions(database.connection),
      entities: [],
      discovery: { warnWhenNoEntities: false },
    });
    const [status, clock, log] = [new IngestStatus(), new TestClock(NOW), new LogRecorder()];
    const forked = forkedIngest(mirror.url);
    const scheduler = new IngestScheduler({
      target: wholeRun(harness.dataDirectory, RUN),
      sources: [new HttpSource(mirror.url, PATIENT)],
      ingest: {
        async ingest(...parameters) {
          mostAtWork = Math.max(mostAtWork, ++atWork);
          return forked.ingest(...parameters).finally(() => atWork--);
        },
      },
      acquireLease: () => AdvisoryLock.tryAcquire(orm, 'ingest'),
      status,
      clock,
      timing: DEFAULT_SCHEDULE_TIMING,
      random: () => 0,
      logger: log,
    });
    return { harness, orm, scheduler, status, clock, log };
  }

  beforeAll(async () => {
    database = await cloneDatabase();
    mirror = await startWholeRunMirror(join(sharedData ?? '', 'gfs'), [RUN]);
    replicas = await Promise.all(Array.from({ length: REPLICAS }, createReplica));
  });
  afterAll(async () => {
    for (const { scheduler, orm, harness } of replicas) {
      await scheduler.stop();
      await orm.close();
      await harness.remove();
    }
    await mirror.close();
    await database.drop();
  });

  const hasRun = ({ harness }: Replica) => {
    const catalogue = harness.catalogue();
    const [newest] = catalogue.runs();
    catalogue.close();
    return newest?.run.getTime() === RUN.getTime();
  };

  test('take the run one after the other, and all have it in the end', async () => {
    for (const { scheduler } of replicas) scheduler.start();
    await Promise.all(
      replicas.map(async (replica) => {
        await replica.clock.awaited();
        while (!hasRun(replica)) {
          // No time passes while others take the run: otherwise a newer run would be due.
          while (atWork > 0) await sleep(20);
          await replica.clock.pass();
        }
      }),
    );
    expect(mostAtWork).toBe(1);
    const taken = replicas.map(({ log }) =>
      log.lines.filter(({ message }) => /Downloading a model run|run published/.test(message)),
    );
    expect(taken.map((lines) => lines.length)).toEqual([2, 2, 2]);
    expect(replicas.flatMap(({ log }) => log.said('warn', 'error'))).toEqual([]);
    expect(
      replicas.some(({ log }) =>
        log.said('debug', 'nextPollAt').some(([text]) => text.includes('Another process')),
      ),
    ).toBe(true);
  });
});
