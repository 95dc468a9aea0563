import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../../../../src/boot/app.setup.js';
import { createLogger } from '../../../../src/core/telemetry/logger.js';
import { loadApplication } from '../../../../src/boot/features/load-features.js';
import { type ClaimedJob, JobQueueService } from '../../../../src/forecast/jobs/job-queue.service.js';
import { JobLostError } from '../../../../src/forecast/jobs/job-lost-error.js';
import { UsageFlusherService } from '../../../../src/usage/metering/usage-flusher.service.js';
import { ApiCaller, createApiKey, createClient, PASSWORD } from '../../../support/api-caller.js';
import { cloneDatabase, runSql, type TestDatabase } from '../../../support/test-postgres.js';

const JOBS = '/v1/weather/jobs';
const POINTS = 1000;
const ACCOUNT = { full_name: 'A Member', email: 'member@example.com', password: PASSWORD };

let database: TestDatabase;
const dataDirectory = mkdtempSync(join(tmpdir(), 'weather-data-'));
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDirectory, { recursive: true, force: true });
});

/** Starts the service with the same data each time. */
async function start(): Promise<NestFastifyApplication> {
  const { configuration } = await loadApplication({ DATA_DIR: dataDirectory });
  const app = await createApp(configuration, database.connection, createLogger('silent'));
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}

interface Row extends ClaimedJob {
  client_id: string;
  status: string;
  points_done: number;
}

async function jobWhere(isSo: (job: Row) => boolean): Promise<Row> {
  for (;;) {
    const [job] = await runSql<Row>(database.connection, 'select * from forecast_jobs');
    if (job && isSo(job)) return job;
    await delay(10);
  }
}

it('is continued by another process, and counted once', async () => {
  const first = await start();
  const caller = new ApiCaller(await first.getUrl());
  await caller.post('/v1/accounts', ACCOUNT);
  await caller.post('/v1/sessions', { email: ACCOUNT.email, password: PASSWORD });
  const { key } = await createApiKey(caller, await createClient(caller));
  const locations = Array.from({ length: POINTS }, (_, i) => ({ lat: i / 100, lon: -i / 100 }));
  const { status } = await fetch((await first.getUrl()) + JOBS, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ locations, fields: ['temperature'], source: 'climatology' }),
  });
  expect(status).toBe(202);
  await jobWhere(({ points_done }) => points_done > 0);
  await first.close();
  const left = await jobWhere(() => true);
  expect(left).toMatchObject({ status: 'queued', units_charged: POINTS, failures: 0 });
  expect(left.points_done).toBeLessThan(POINTS);

  const second = await start();
  const done = await jobWhere((job) => job.status === 'done');
  await second.get(UsageFlusherService).flush();

  expect(done).toMatchObject({ points_done: POINTS, units_charged: POINTS });
  expect(done.attempt).toBe(left.attempt + 1);
  const counted = `select sum(units)::int as units from usage.client_days`;
  expect(await runSql(database.connection, counted)).toEqual([{ units: POINTS }]);
  const parts = `select count(*)::int as parts from forecast_job_parts`;
  expect(await runSql(database.connection, parts)).toEqual([{ parts: POINTS / 100 }]);

  // What the first process would still write if it had only been frozen.
  const queue = second.get(JobQueueService);
  const owner = { keyId: left.key_id, clientId: left.client_id, accountId: 'acc_x' };
  await runSql(database.connection, 'update forecast_jobs set ended_at = null');
  await expect(queue.charge(left, owner, 100, Date.now())).rejects.toThrow(JobLostError);
  await expect(queue.addPart(left, 99, Buffer.from('x'), 100)).rejects.toThrow(JobLostError);
  expect(await runSql(database.connection, counted)).toEqual([{ units: POINTS }]);
  expect(await runSql(database.connection, parts)).toEqual([{ parts: POINTS / 100 }]);

  // As if the job had crashed its process for the fifth time.
  await runSql(
    database.connection,
    `update forecast_jobs set status = 'running', failures = 4, due_at = now()`,
  );
  const failed = await jobWhere((job) => job.status === 'failed');
  expect(failed).toMatchObject({ failures: 5, error: { code: 'internal_error' } });
  await second.close();
});
