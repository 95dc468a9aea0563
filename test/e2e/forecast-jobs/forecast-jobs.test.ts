import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parquetReadObjects } from 'hyparquet';
import { newId } from '../../../src/common/identifier.js';
import { type ForecastBatchDto } from '../../../src/forecast/answer/batch-response.dto.js';
import { type ForecastJobDto } from '../../../src/forecast-jobs/forecast-job.dto.js';
import { type Answer } from '../../support/api-caller.js';
import { flushedUsage } from '../../support/flushed-usage.js';
import { createKeyedClient, type KeyedClient, postForecasts } from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { publishRun } from '../../support/published-run.js';
import { sendRaw } from '../../support/raw-request.js';
import { useTestApp } from '../../support/test-app.js';

const JOBS = '/v1/weather/jobs';
const app = useTestApp({ DEFAULT_RATE_LIMITS: 'day=100000' });
let client: KeyedClient;
beforeAll(async () => {
  await publishRun(app());
  client = await createKeyedClient(app());
});

const pointsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ lat: (i % 160) / 2 - 40, lon: (i % 700) / 2 - 175 }));
const bodyOf = (count: number) => ({ locations: pointsOf(count), fields: ['temperature', 'windSpeed'] });

function submit(body: unknown, { key } = client): Promise<Answer<ForecastJobDto>> {
  return sendRaw(app().url, {
    method: 'POST',
    path: JOBS,
    headers: { apikey: key, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

function ask<T = ForecastJobDto>(
  path: string,
  { key } = client,
  { method = 'GET', accept = 'application/json' } = {},
): Promise<Answer<T>> {
  return sendRaw<T>(app().url, { method, path: `${JOBS}/${path}`, headers: { apikey: key, accept } });
}

/** The job once it is so, read from the database: each request would cost a unit. */
async function once(id: string, statuses: string[]): Promise<Record<string, unknown>> {
  for (;;) {
    const [job] = await app().runSql(
      `select status, points_done, units_charged, due_at > now() as is_later, error->>'code' as code
       from forecast_jobs where id = ?`,
      [id],
    );
    if (statuses.includes(job.status as string)) return job;
    await delay(50);
  }
}

const ended = (id: string) => once(id, ['done', 'failed']);

const unitsOf = async ({ clientId }: KeyedClient) => {
  const sql = `select coalesce(sum(units), 0)::int as units, sum(requests)::int as requests from usage.client_days
    where client_id = '${clientId}' and route = 'POST ${JOBS}'`;
  return (await flushedUsage(app(), sql))[0];
};

describe('a job', () => {
  it('answers what the batches of its points do, in any format, and costs as many units', async () => {
    const caller = await createKeyedClient(app());
    const body = bodyOf(250);
    const submitted = await submit(body, caller);
    expect(submitted.status).toBe(202);
    const { id } = submitted.body;
    expect(submitted.headers.get('location')).toBe(`${JOBS}/${id}`);
    expect(submitted.body).toMatchObject({ points: 250, units: 250, waiting_until: null, error: null });

    await ended(id);
    expect((await ask(id, caller)).body).toMatchObject({
      status: 'done',
      points_done: 250,
      units_charged: 250,
    });
    expect(await unitsOf(caller)).toEqual({ units: 250, requests: 1 });

    const result = await ask<ForecastBatchDto>(`${id}/result`, caller);
    const batches = await Promise.all(
      [0, 100, 200].map(
        async (first) =>
          (
            await postForecasts<ForecastBatchDto>(
              app(),
              { apikey: client.key },
              { ...body, locations: body.locations.slice(first, first + 100) },
            )
          ).body,
      ),
    );
    const forecasts = batches.flatMap((batch) => batch.forecasts);
    expect(result.body.forecasts).toEqual(forecasts);
    expect(result.body.meta).toEqual({ ...batches[0].meta, locations: 250 });

    const csv = (await ask<string>(`${id}/result`, caller, { accept: 'text/csv' })).body.split('\r\n');
    const entries = forecasts.flatMap(({ data }) => data.timelines.hourly!);
    expect(csv).toHaveLength(entries.length + 2);
    const geo = await ask<{ features: unknown[] }>(`${id}/result`, caller, {
      accept: 'application/geo+json',
    });
    expect(geo.body.features).toHaveLength(250);

    const response = await fetch(`${app().url}${JOBS}/${id}/result`, {
      headers: {
        apikey: caller.key,
        accept: 'application/vnd.apache.parquet',
        'accept-encoding': 'gzip',
      },
    });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const rows = await parquetReadObjects({ file: await response.arrayBuffer() });
    expect(rows.map(({ temperature }) => temperature as unknown)).toEqual(
      entries.map(({ values }) => (values as Record<string, unknown>).temperature),
    );
  });

  it('has 10,000 locations at most, in a body of 2 MB', async () => {
    const most = await submit({ ...bodyOf(10_000), fields: ['temperature'] });
    expect(most.body).toMatchObject({ status: 'queued', points: 10_000, units: 10_000 });
    expect((await ask(most.body.id, client, { method: 'DELETE' })).status).toBe(204);

    const more = await submit(bodyOf(10_001));
    expectProblem(more, 400, 'invalid_parameter', { instance: JOBS, pointers: ['/locations'] });
    expectProblem(await submit(' '.repeat(2 ** 21 + 1)), 413, 'payload_too_large', { instance: JOBS });
    const other = await postForecasts(app(), { apikey: client.key }, ' '.repeat(2 ** 16 + 1));
    expect(other.status).toBe(413);
  });

  it('is refused for its faults as a batch is', async () => {
    const body = {
      locations: [
        { lat: 1, lon: 2 },
        { lat: 91, lon: 2 },
        { lat: 1, lon: 2, __proto: 1 },
      ],
      unit: 'x',
    };
    expectProblem(await submit(body), 400, 'invalid_parameter', {
      instance: JOBS,
      pointers: ['/unit', '/locations/1/lat', '/locations/2/__proto'],
    });
    const deep = `{"locations":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect((await submit(deep)).status).toBe(400);
    expectProblem(await submit('{'), 400, 'malformed_body', { instance: JOBS });
  });

  it('is refused where it costs more than a whole day has, and takes nothing', async () => {
    const small = await createKeyedClient(app(), { rate_limits: { day: 49 } });
    const refused = await submit(bodyOf(50), small);
    expectProblem(refused, 400, 'invalid_parameter', {
      instance: JOBS,
      pointers: ['/locations'],
      detail: expect.stringMatching(/50 units.*49/),
    });
    expect(refused.headers.get('ratelimit')).toContain('"day";r=49;');
    expect((await submit(bodyOf(49), small)).status).toBe(202);
  });

  it('waits for units, and leaves some to requests', async () => {
    const small = await createKeyedClient(app(), { rate_limits: { hour: 100 } });
    const { body } = await submit(bodyOf(150), small);
    const { units_charged } = await once(body.id, ['waiting']);
    const { body: waiting } = await ask(body.id, small);
    expect(waiting).toMatchObject({ status: 'waiting', points_done: 0 });
    expect(units_charged).toBeGreaterThan(50);
    expect(units_charged).toBeLessThanOrEqual(91);
    expect(Date.parse(waiting.waiting_until!)).toBeGreaterThan(Date.now());
    expectProblem(await ask(`${body.id}/result`, small), 409, 'job_not_done', {
      instance: `${JOBS}/${body.id}/result`,
    });
    expect((await unitsOf(small)).units).toBe(units_charged);

    // As if the hour were over.
    await app().runSql(
      `update clients set rate_limits = '{"second": null, "minute": null, "hour": 5000, "day": null}' where id = ?`,
      [small.clientId],
    );
    await app().runSql('update forecast_jobs set due_at = now() where id = ?', [body.id]);
    expect(await ended(body.id)).toMatchObject({ status: 'done', units_charged: 150 });
    expect((await unitsOf(small)).units).toBe(150);
  });

  it('ends with its key', async () => {
    const caller = await createKeyedClient(app(), { rate_limits: { hour: 10 } });
    const { body } = await submit(bodyOf(150), caller);
    await once(body.id, ['waiting']);
    await caller.owner.call('DELETE', `/v1/clients/${caller.clientId}/api-keys/${caller.keyId}`);
    await app().runSql('update forecast_jobs set due_at = now() where id = ?', [body.id]);
    expect(await once(body.id, ['failed'])).toMatchObject({ code: 'revoked_api_key' });
  });
});

it("hides another client's job as a missing one", async () => {
  const { body } = await submit(bodyOf(2));
  await ended(body.id);
  const other = await createKeyedClient(app());
  for (const [path, method] of [
    ['', 'GET'],
    ['/result', 'GET'],
    ['', 'DELETE'],
  ])
    for (const id of [body.id, newId('job'), 'x'])
      expectProblem(await ask(`${id}${path}`, other, { method }), 404, 'not_found', {
        instance: `${JOBS}/${id}${path}`,
      });
  expect((await ask(body.id)).body.status).toBe('done');
});

it('deletes a job with its result, and what has expired', async () => {
  const first = (await submit(bodyOf(2))).body.id;
  const second = (await submit(bodyOf(2))).body.id;
  await ended(first);
  await ended(second);
  await ask(first, client, { method: 'DELETE' });
  await app().runSql(`update forecast_jobs set expires_at = now() where id = ?`, [second]);
  for (const id of [first, second]) expect((await ask(id)).status).toBe(404);
  const sql = 'select count(*)::int as parts from forecast_job_parts where job_id = ?';
  expect(await app().runSql(sql, [first])).toEqual([{ parts: 0 }]);
});

it('keeps 20 jobs of a client', async () => {
  const caller = await createKeyedClient(app());
  for (let i = 0; i < 20; i++) expect((await submit(bodyOf(1), caller)).status).toBe(202);
  expectProblem(await submit(bodyOf(1), caller), 409, 'conflict', { instance: JOBS });
});
