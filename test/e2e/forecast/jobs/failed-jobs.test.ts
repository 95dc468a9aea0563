import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DAY_MS } from '../../../../src/core/time/index.js';
import { ForecastService } from '../../../../src/forecast/forecast.service.js';
import { JobQueueService } from '../../../../src/forecast/jobs/job-queue.service.js';
import { Problem } from '../../../../src/core/http/problems/problem.js';
import { createKeyedClient, type KeyedClient } from '../../../support/forecast-caller.js';
import { bodyOf, JobCaller, JOBS } from '../../../support/job-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { publishRun } from '../../../support/published-run.js';
import { useTestApp } from '../../../support/test-app.js';

const LIMITS = { hour: 1000, day: 5000 };
const app = useTestApp();
const jobs = new JobCaller(app);
beforeAll(async () => {
  await publishRun(app());
});
afterEach(() => void jest.restoreAllMocks());

/** No stored run covers that hour, but one may still arrive. */
const unansweredBody = () => ({
  ...bodyOf(150),
  source: 'gfs',
  startTime: new Date(Date.now() + 3 * DAY_MS).toISOString(),
});

/** Returns what is left of the hour and the day, without counting the request that asks. */
async function leftOf(id: string, client: KeyedClient): Promise<number[]> {
  const { headers } = await jobs.ask(id, client);
  const state = headers.get('ratelimit')!;
  return [...state.matchAll(/"(?:hour|day)";r=(\d+)/g)].map(([, left]) => Number(left) + 1);
}

/** Makes the job's three days of waiting end now. */
async function endWait(id: string): Promise<void> {
  await app().runSql('update forecast_jobs set expires_at = now(), due_at = now() where id = ?', [id]);
}

async function expectGivenBack(id: string, client: KeyedClient): Promise<void> {
  expect(await jobs.unitsOf(client)).toEqual({ units: 1, requests: 1 });
  for (const table of ['client_minutes', 'client_quarters']) {
    const sql = `select sum(units)::int as units, min(units)::int as fewest from usage.${table} where client_id = ? and route = ?`;
    const [sums] = await app().runSql(sql, [client.clientId, `POST ${JOBS}`]);
    expect(sums).toMatchObject({ units: 1 });
    expect(sums.fewest).toBeGreaterThanOrEqual(0);
  }
  expect(await app().runSql('select units_charged from forecast_jobs where id = ?', [id])).toEqual([
    { units_charged: 1 },
  ]);
}

describe('a job that fails', () => {
  it("through the service's fault refunds its units, in the usage and in the limits", async () => {
    jest.spyOn(app().app.get(ForecastService), 'keptAnswers').mockImplementation(() => {
      throw new Error('A fault of our own.');
    });
    const client = await createKeyedClient(app(), { rate_limits: LIMITS });
    const { id } = (await jobs.submit(bodyOf(150), client)).body;
    let job = await jobs.once(id, ['queued', 'failed']);
    for (; job.status !== 'failed'; job = await jobs.once(id, ['queued', 'failed']))
      await app().runSql(`update forecast_jobs set due_at = now() where id = ? and failures > 0`, [id]);

    expect(job).toMatchObject({ code: 'internal_error' });
    await expectGivenBack(id, client);
    const [hour, day] = await leftOf(id, client);
    expect(hour).toBeGreaterThanOrEqual(LIMITS.hour - 1);
    expect(day).toBe(LIMITS.day - 1);
  });

  it('because its key was revoked refunds nothing', async () => {
    const client = await createKeyedClient(app(), { rate_limits: { hour: 100 } });
    const { id } = (await jobs.submit(bodyOf(150), client)).body;
    const { units_charged } = await jobs.once(id, ['waiting']);
    await client.owner.call('DELETE', `/v1/clients/${client.clientId}/api-keys/${client.keyId}`);
    await jobs.wake(id);
    expect(await jobs.once(id, ['failed'])).toMatchObject({ code: 'revoked_api_key', units_charged });
    expect((await jobs.unitsOf(client)).units).toBe(units_charged);
  });

  it.each([
    ['units', bodyOf(150), { hour: 100 }, 'quota_exceeded'],
    ['a run', undefined, LIMITS, 'forecast_unavailable'],
  ])('after waiting three days for %s reports why for a day', async (_, body, rate_limits, code) => {
    const client = await createKeyedClient(app(), { rate_limits });
    const { id } = (await jobs.submit(body ?? unansweredBody(), client)).body;
    expect(await jobs.once(id, ['waiting'])).toMatchObject({ is_later: true, points_done: 0 });
    await endWait(id);
    await jobs.once(id, ['failed']);
    await expectGivenBack(id, client);

    await app().app.get(JobQueueService).deleteExpired();
    const { body: failed } = await jobs.ask(id, client);
    expect(failed).toMatchObject({ status: 'failed', error: { code } });
    const keptMs = Date.parse(failed.expires_at) - Date.parse(failed.ended_at!);
    expect(keptMs).toBe(DAY_MS);
    expectProblem(await jobs.ask(`${id}/result`, client), 409, 'job_failed', {
      instance: `${JOBS}/${id}/result`,
      detail: expect.stringContaining(code),
    });
  });
});

describe('a job waits', () => {
  it('for a run even if nothing says how long', async () => {
    jest.spyOn(app().app.get(ForecastService), 'keptAnswers').mockImplementation(() => {
      throw new Problem('forecast_unavailable');
    });
    const client = await createKeyedClient(app());
    const { id } = (await jobs.submit(bodyOf(2), client)).body;
    expect(await jobs.once(id, ['waiting'])).toMatchObject({ is_later: true });
    jest.restoreAllMocks();
    await jobs.wake(id);
    expect(await jobs.ended(id)).toMatchObject({ status: 'done' });
  });

  it('for storage space for its result, which was free when it was submitted', async () => {
    const [hoarder, client] = [await createKeyedClient(app()), await createKeyedClient(app())];
    const queue = jest.spyOn(app().app.get(JobQueueService), 'claim').mockResolvedValue(undefined);
    const other = (await jobs.submit(bodyOf(1), hoarder)).body.id;
    const { id } = (await jobs.submit(bodyOf(2), client)).body;
    await app().runSql(
      `update forecast_jobs set status = 'done', ended_at = now(), bytes = 8589934592 where id = ?`,
      [other],
    );
    queue.mockRestore();
    expect(await jobs.once(id, ['waiting', 'done'])).toMatchObject({
      status: 'waiting',
      points_done: 0,
      is_later: true,
    });

    await jobs.ask(other, hoarder, { method: 'DELETE' });
    await jobs.wake(id);
    expect(await jobs.ended(id)).toMatchObject({ status: 'done', units_charged: 2 });
  });
});

it('alternates between clients', async () => {
  const [many, few] = [await createKeyedClient(app()), await createKeyedClient(app())];
  const queue = jest.spyOn(app().app.get(JobQueueService), 'claim').mockResolvedValue(undefined);
  const ids: string[] = [];
  for (const client of [many, many, many, few, few]) ids.push((await jobs.submit(bodyOf(1), client)).body.id);
  queue.mockRestore();
  for (const id of ids) await jobs.ended(id);

  const rows = await app().runSql(
    `select client_id from forecast_jobs where id in (?, ?, ?, ?, ?) order by ended_at`,
    ids,
  );
  const order = [many, few, many, few, many].map(({ clientId }) => clientId);
  expect(rows.map(({ client_id }) => client_id)).toEqual(order);
});
