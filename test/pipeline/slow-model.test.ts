/** @slow */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { connectionOptions } from '../../src/core/database/orm-options.js';
import { AdvisoryLock } from '../../src/core/locks/advisory-lock.js';
import { type IngestTarget } from '../../src/ingest/request/ingest-target.js';
import { IngestScheduler } from '../../src/ingest/schedule/ingest.scheduler.js';
import { IngestTurns } from '../../src/ingest/schedule/ingest-turns.js';
import { DEFAULT_SCHEDULE_TIMING } from '../../src/ingest/schedule/schedule-timing.js';
import { HttpSource } from '../../src/ingest/source/http-source.js';
import { IngestStatus } from '../../src/ingest/status/ingest-status.js';
import { startWholeRunMirror } from '../support/gfs-steps.js';
import { writeHillRun } from '../support/hill/hill-run.js';
import { hill } from '../support/hill/hill.feature.js';
import { LogRecorder } from '../support/log-recorder.js';
import { MirrorServer } from '../support/mirror-server.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { TestClock } from '../support/test-clock.js';
import { cloneDatabase, type TestDatabase } from '../support/test-postgres.js';
import { IngestHarness } from './ingest-harness.js';
import { forkedIngest, PATIENT, wholeRun } from './worker-process.js';

const RUN = new Date('2026-11-21T00:00:00Z');
/** Of each request to the slow model's source. */
const SECONDS = 2;

describeWithSharedData(`a model whose source takes ${SECONDS} s for each request`, () => {
  let database: TestDatabase;
  let orm: MikroORM;
  let harness: IngestHarness;
  let root: string;
  let slow: MirrorServer;
  let fast: MirrorServer;
  let turns: IngestTurns;
  const schedulers: IngestScheduler[] = [];

  beforeAll(async () => {
    database = await cloneDatabase();
    orm = await MikroORM.init({
      ...connectionOptions(database.connection),
      entities: [],
      discovery: { warnWhenNoEntities: false },
    });
    harness = await IngestHarness.create();
    root = mkdtempSync(join(tmpdir(), 'hill-'));
    writeHillRun(root, RUN);
    slow = await MirrorServer.start({ root });
    slow.delayMs = SECONDS * 1000;
    fast = await startWholeRunMirror(join(sharedData ?? '', 'gfs'), [RUN]);
    turns = new IngestTurns((name) => AdvisoryLock.tryAcquire(orm, name));
  });
  afterAll(async () => {
    await Promise.all(schedulers.map((scheduler) => scheduler.stop()));
    await slow.close();
    await fast.close();
    rmSync(root, { recursive: true });
    await harness.remove();
    await orm.close();
    await database.drop();
  });

  function start(place: number, mirror: MirrorServer, target: IngestTarget, now: string) {
    const [status, log, clock] = [new IngestStatus(), new LogRecorder(), new TestClock(new Date(now))];
    const scheduler = new IngestScheduler({
      target,
      sources: [new HttpSource(mirror.url, PATIENT)],
      ingest: forkedIngest(mirror.url),
      acquireLease: () => turns.acquireLease(target.model.name, place, status),
      status,
      clock,
      timing: DEFAULT_SCHEDULE_TIMING,
      random: () => 0,
      logger: log,
    });
    schedulers.push(scheduler);
    scheduler.start();
    return { status, log, clock };
  }
  const bytesAsked = () => slow.requests.filter(({ range }) => range !== undefined).length;

  test('holds no other one back, although it is preferred and has begun', async () => {
    const gfs = wholeRun(harness.dataDirectory, RUN);
    const target = { ...gfs, model: hill, resolution: 'fine', maxStepHours: 8 };
    const slowly = start(0, slow, target, '2026-11-21T02:00:00Z');
    const isDownloading = new Promise<void>((resolve) => {
      slow.onRequest = ({ range }) => range !== undefined && resolve();
    });
    const slowRun = slowly.clock.pass();
    await isDownloading;
    await start(1, fast, gfs, '2026-11-21T09:00:00Z').clock.pass();
    expect(harness.withRun(({ manifest }) => manifest)).toMatchObject({
      model: 'gfs',
      stepsHours: [0, 3, 6, 9, 12],
    });
    // The slow one isn't through, and goes on.
    expect(slowly.status.state).toBe('ingesting');
    expect(bytesAsked()).toBeLessThan(9);
    await slowRun;
    expect(bytesAsked()).toBe(9);
    const catalogue = harness.catalogue();
    const stored = catalogue.runs().map(({ manifest }) => [manifest.model, manifest.stepsHours.length]);
    catalogue.close();
    expect(stored.toSorted()).toEqual([
      ['gfs', 5],
      ['hill', 9],
    ]);
    expect(slowly.log.said('warn', 'reason')).toEqual([]);
  });
});
