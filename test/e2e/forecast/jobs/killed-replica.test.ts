/** @slow */
import { afterEach, expect, it, jest } from '@jest/globals';
import { type ForecastBatchDto } from '../../../../src/forecast/answer/batch-response.dto.js';
import { JobQueueService } from '../../../../src/forecast/jobs/job-queue.service.js';
import { createKeyedClient, type KeyedClient, postForecasts } from '../../../support/forecast-caller.js';
import { bodyOf, JobCaller } from '../../../support/job-caller.js';
import { startReplica } from '../../../support/replica.js';
import { useTestApp } from '../../../support/test-app.js';

const POINTS = 5000;
const LIMITS = { DEFAULT_RATE_LIMITS: 'day=100000' };
const app = useTestApp(LIMITS);
const jobs = new JobCaller(app);
afterEach(() => void jest.restoreAllMocks());

interface Row {
  status: string;
  units_charged: number;
  points_done: number;
  failures: number;
}

async function jobOnce(id: string, isSo: (job: Row) => boolean): Promise<Row> {
  for (;;) {
    const [job] = (await app().runSql('select * from forecast_jobs where id = ?', [id])) as unknown as Row[];
    if (isSo(job)) return job;
  }
}

/** Sends kill -9 to a replica that has the job, as soon as the job meets the condition. */
async function killOnce(id: string, isSo: (job: Row) => boolean): Promise<Row> {
  const replica = await startReplica(app(), LIMITS);
  await jobOnce(id, isSo);
  await replica.stop();
  const left = await jobOnce(id, () => true);
  // As if its lease had expired.
  await jobs.wake(id);
  return left;
}

it('is complete and counted exactly if replicas are killed while charging and calculating it', async () => {
  const claim = jest.spyOn(app().app.get(JobQueueService), 'claim').mockResolvedValue(undefined);
  const body = { ...bodyOf(POINTS), fields: ['temperature'], source: 'climatology' };
  let client: KeyedClient;
  let id: string;
  let running: Row;
  // Again until both kills come in time, however slow this process is.
  for (;;) {
    client = await createKeyedClient(app());
    id = (await jobs.submit(body, client)).body.id;
    const charging = await killOnce(id, ({ units_charged }) => units_charged > 1);
    if (charging.status === 'queued' && charging.units_charged < POINTS) {
      expect(charging.points_done).toBe(0);
      expect((await jobs.unitsOf(client)).units).toBe(charging.units_charged);
      running = await killOnce(id, ({ points_done }) => points_done > 0);
      if (running.status === 'running') break;
    }
    await app().runSql('delete from forecast_jobs where id = ?', [id]);
  }
  expect(running.units_charged).toBe(POINTS);
  expect(running.points_done).toBeLessThan(POINTS);

  claim.mockRestore();
  await jobs.ended(id);
  const done = await jobOnce(id, () => true);
  expect(done).toMatchObject({ status: 'done', points_done: POINTS, units_charged: POINTS, failures: 1 });
  expect(await jobs.unitsOf(client)).toEqual({ units: POINTS, requests: 1 });

  const result = await jobs.ask<ForecastBatchDto>(`${id}/result`, client);
  expect(result.body.forecasts.map(({ location }) => location)).toEqual(body.locations);
  for (const first of [0, running.points_done, POINTS - 100]) {
    const locations = body.locations.slice(first, first + 100);
    const batch = await postForecasts<ForecastBatchDto>(
      app(),
      { apikey: client.key },
      { ...body, locations },
    );
    expect(result.body.forecasts.slice(first, first + 100)).toEqual(batch.body.forecasts);
  }
});
