import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import {
  type ClaimedJob,
  JobLostError,
  JobQueueService,
} from '../../../../src/forecast/jobs/job-queue.service.js';
import { flushedUsage } from '../../../support/flushed-usage.js';
import { createKeyedClient } from '../../../support/forecast-caller.js';
import { JobCaller } from '../../../support/job-caller.js';
import { useTestApp } from '../../../support/test-app.js';
import { runSql } from '../../../support/test-postgres.js';

const POINTS = 1000;

const app = useTestApp();

interface Row extends ClaimedJob {
  client_id: string;
  status: string;
  points_done: number;
}

async function jobWhere(isSo: (job: Row) => boolean): Promise<Row> {
  for (;;) {
    const [job] = (await app().runSql('select * from forecast_jobs')) as unknown as Row[];
    if (job && isSo(job)) return job;
    await delay(10);
  }
}

it('is continued by another process, and counted once', async () => {
  const client = await createKeyedClient(app());
  const locations = Array.from({ length: POINTS }, (_, i) => ({ lat: i / 100, lon: -i / 100 }));
  const body = { locations, fields: ['temperature'], source: 'climatology' };
  const { status } = await new JobCaller(app).submit(body, client);
  expect(status).toBe(202);
  await jobWhere(({ points_done }) => points_done > 0);
  let left!: Row;
  await app().restart(async (database) => {
    [left] = await runSql<Row>(database, 'select * from forecast_jobs');
  });
  expect(left).toMatchObject({ status: 'queued', units_charged: POINTS, failures: 0 });
  expect(left.points_done).toBeLessThan(POINTS);

  const done = await jobWhere((job) => job.status === 'done');
  expect(done).toMatchObject({ points_done: POINTS, units_charged: POINTS });
  expect(done.attempt).toBe(left.attempt + 1);
  const counted = `select sum(units)::int as units from usage.client_days`;
  expect(await flushedUsage(app(), counted)).toEqual([{ units: POINTS }]);
  const parts = `select count(*)::int as parts from forecast_job_parts`;
  expect(await app().runSql(parts)).toEqual([{ parts: POINTS / 100 }]);

  // What the first process would still write if it had only been frozen.
  const queue = app().app.get(JobQueueService);
  const owner = { keyId: left.key_id, clientId: left.client_id, accountId: 'acc_x' };
  await app().runSql('update forecast_jobs set ended_at = null');
  await expect(queue.charge(left, owner, 100, Date.now())).rejects.toThrow(JobLostError);
  await expect(queue.addPart(left, 99, Buffer.from('x'), 100)).rejects.toThrow(JobLostError);
  expect(await app().runSql(counted)).toEqual([{ units: POINTS }]);
  expect(await app().runSql(parts)).toEqual([{ parts: POINTS / 100 }]);

  // As if the job had crashed its process for the fifth time.
  await app().runSql(`update forecast_jobs set status = 'running', failures = 4, due_at = now()`);
  const failed = await jobWhere((job) => job.status === 'failed');
  expect(failed).toMatchObject({ failures: 5, error: { code: 'internal_error' } });
});
