import { beforeAll, describe, expect, it } from '@jest/globals';
import { parquetReadObjects } from 'hyparquet';
import { newId } from '../../../../src/core/http/identifier.js';
import { type ForecastBatchDto } from '../../../../src/forecast/answer/batch-response.dto.js';
import { createKeyedClient, type KeyedClient, postForecasts } from '../../../support/forecast-caller.js';
import { bodyOf, JobCaller, JOBS } from '../../../support/job-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { publishRun } from '../../../support/published-run.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();
let client: KeyedClient;
beforeAll(async () => {
  await publishRun(app());
  client = await createKeyedClient(app());
});

const jobs = new JobCaller(app);

describe('a job', () => {
  it('returns what batches of its points return, in any format, and costs as many units', async () => {
    const caller = await createKeyedClient(app());
    const body = bodyOf(250);
    const submitted = await jobs.submit(body, caller);
    expect(submitted.status).toBe(202);
    const { id } = submitted.body;
    expect(submitted.headers.get('location')).toBe(`${JOBS}/${id}`);
    expect(submitted.body).toMatchObject({ points: 250, units: 250, waiting_until: null, error: null });

    await jobs.ended(id);
    expect((await jobs.ask(id, caller)).body).toMatchObject({
      status: 'done',
      points_done: 250,
      units_charged: 250,
    });
    expect(await jobs.unitsOf(caller)).toEqual({ units: 250, requests: 1 });

    const result = await jobs.ask<ForecastBatchDto>(`${id}/result`, caller);
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

    const csv = (await jobs.ask<string>(`${id}/result`, caller, { accept: 'text/csv' })).body.split('\r\n');
    const entries = forecasts.flatMap(({ data }) => data.timelines.hourly!);
    expect(csv).toHaveLength(entries.length + 2);
    const geo = await jobs.ask(`${id}/result`, caller, { accept: 'application/geo+json' });
    expect(geo.headers.get('content-type')).toBe('application/geo+json');
    expect(geo.body).toEqual({
      type: 'FeatureCollection',
      features: forecasts.map(({ data, meta }, i) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [body.locations[i].lon, body.locations[i].lat] },
        properties: { timelines: data.timelines, meta },
      })),
      meta: result.body.meta,
    });

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

  it('accepts up to 10,000 locations, in a body of up to 2 MB', async () => {
    const most = await jobs.submit({ ...bodyOf(10_000), fields: ['temperature'] }, client);
    expect(most.body).toMatchObject({ status: 'queued', points: 10_000, units: 10_000 });
    expect((await jobs.ask(most.body.id, client, { method: 'DELETE' })).status).toBe(204);

    const more = await jobs.submit(bodyOf(10_001), client);
    expectProblem(more, 400, 'invalid_parameter', { instance: JOBS, pointers: ['/locations'] });
    expectProblem(await jobs.submit(' '.repeat(2 ** 21 + 1), client), 413, 'payload_too_large', {
      instance: JOBS,
    });
    const other = await postForecasts(app(), { apikey: client.key }, ' '.repeat(2 ** 16 + 1));
    expect(other.status).toBe(413);
  });

  it('names the requested places, mixed with coordinates, and uses their time zones', async () => {
    const locations = [{ lat: 1, lon: 2 }, { place: 'Munich' }, { place: 'plc_3175121' }];
    const body = { locations, fields: ['temperature'], timezone: 'auto' };
    const { id } = (await jobs.submit(body, client)).body;
    await jobs.ended(id);
    const { forecasts } = (await jobs.ask<ForecastBatchDto>(`${id}/result`, client)).body;

    // Coordinates from GeoNames.
    expect(forecasts.map(({ location }) => location)).toEqual([
      { lat: 1, lon: 2 },
      { lat: 48.1374, lon: 11.5755 },
      { lat: 42.3506, lon: 13.3995 },
    ]);
    expect(forecasts.map(({ meta }) => [meta.place?.name, meta.place?.country_code])).toEqual([
      [undefined, undefined],
      ['Munich', 'DE'],
      ["L'Aquila", 'IT'],
    ]);
    expect(forecasts.slice(1).map(({ meta }) => meta.timezone)).toEqual(['Europe/Berlin', 'Europe/Rome']);
  });

  it('is rejected for an unknown place, or a place together with coordinates', async () => {
    const locations = [{ lat: 1, lon: 2 }, { place: 'qqqqq' }, { place: 'Munich', lat: 1 }];
    expectProblem(await jobs.submit({ locations }, client), 400, 'invalid_parameter', {
      instance: JOBS,
      pointers: ['/locations/1/place', '/locations/2/place'],
    });
  });

  it('is rejected for a place with a character that the database cannot store', async () => {
    const locations = [{ place: 'Munich\0' }, { place: 'Munich\ud800' }];
    expectProblem(await jobs.submit({ locations }, client), 400, 'invalid_parameter', {
      instance: JOBS,
      pointers: ['/locations/0/place', '/locations/1/place'],
    });
  });

  it('is rejected for the same faults as a batch', async () => {
    const body = {
      locations: [
        { lat: 1, lon: 2 },
        { lat: 91, lon: 2 },
        { lat: 1, lon: 2, __proto: 1 },
      ],
      unit: 'x',
    };
    expectProblem(await jobs.submit(body, client), 400, 'invalid_parameter', {
      instance: JOBS,
      pointers: ['/unit', '/locations/1/lat', '/locations/2/__proto'],
    });
    const deep = `{"locations":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect((await jobs.submit(deep, client)).status).toBe(400);
    expectProblem(await jobs.submit('{', client), 400, 'malformed_body', { instance: JOBS });
  });

  it("is rejected if it costs more than a whole day's limit, and consumes nothing", async () => {
    const small = await createKeyedClient(app(), { rate_limits: { day: 49 } });
    const refused = await jobs.submit(bodyOf(50), small);
    expectProblem(refused, 400, 'invalid_parameter', {
      instance: JOBS,
      pointers: ['/locations'],
      detail: expect.stringMatching(/50 units.*49/),
    });
    expect(refused.headers.get('ratelimit')).toContain('"day";r=49;');
    expect((await jobs.submit(bodyOf(49), small)).status).toBe(202);
  });

  it('waits for units, and leaves some to other requests', async () => {
    const small = await createKeyedClient(app(), { rate_limits: { hour: 100 } });
    const { body } = await jobs.submit(bodyOf(150), small);
    const { units_charged } = await jobs.once(body.id, ['waiting']);
    const { body: waiting } = await jobs.ask(body.id, small);
    expect(waiting).toMatchObject({ status: 'waiting', points_done: 0 });
    expect(units_charged).toBeGreaterThan(50);
    expect(units_charged).toBeLessThanOrEqual(91);
    expect(Date.parse(waiting.waiting_until!)).toBeGreaterThan(Date.now());
    expectProblem(await jobs.ask(`${body.id}/result`, small), 409, 'job_not_done', {
      instance: `${JOBS}/${body.id}/result`,
    });
    expect((await jobs.unitsOf(small)).units).toBe(units_charged);

    // As if the hour were over.
    await app().runSql(
      `update clients set rate_limits = '{"second": null, "minute": null, "hour": 5000, "day": null}' where id = ?`,
      [small.clientId],
    );
    await jobs.wake(body.id);
    expect(await jobs.ended(body.id)).toMatchObject({ status: 'done', units_charged: 150 });
    expect((await jobs.unitsOf(small)).units).toBe(150);
  });

  it('fails when its key is revoked', async () => {
    const caller = await createKeyedClient(app(), { rate_limits: { hour: 10 } });
    const { body } = await jobs.submit(bodyOf(150), caller);
    await jobs.once(body.id, ['waiting']);
    await caller.owner.call('DELETE', `/v1/clients/${caller.clientId}/api-keys/${caller.keyId}`);
    await jobs.wake(body.id);
    expect(await jobs.once(body.id, ['failed'])).toMatchObject({ code: 'revoked_api_key' });
  });
});

it("returns 404 for another client's job, exactly as for a missing one", async () => {
  const { body } = await jobs.submit(bodyOf(2), client);
  await jobs.ended(body.id);
  const other = await createKeyedClient(app());
  for (const [path, method] of [
    ['', 'GET'],
    ['/result', 'GET'],
    ['', 'DELETE'],
  ])
    for (const id of [body.id, newId('job'), 'x'])
      expectProblem(await jobs.ask(`${id}${path}`, other, { method }), 404, 'not_found', {
        instance: `${JOBS}/${id}${path}`,
      });
  expect((await jobs.ask(body.id, client)).body.status).toBe('done');
});

it('deletes a job with its result, and expired jobs', async () => {
  const first = (await jobs.submit(bodyOf(2), client)).body.id;
  const second = (await jobs.submit(bodyOf(2), client)).body.id;
  await jobs.ended(first);
  await jobs.ended(second);
  await jobs.ask(first, client, { method: 'DELETE' });
  await app().runSql(`update forecast_jobs set expires_at = now() where id = ?`, [second]);
  for (const id of [first, second]) expect((await jobs.ask(id, client)).status).toBe(404);
  const sql = 'select count(*)::int as parts from forecast_job_parts where job_id = ?';
  expect(await app().runSql(sql, [first])).toEqual([{ parts: 0 }]);
});

it('keeps at most 20 jobs per client', async () => {
  const caller = await createKeyedClient(app());
  for (let i = 0; i < 20; i++) expect((await jobs.submit(bodyOf(1), caller)).status).toBe(202);
  expectProblem(await jobs.submit(bodyOf(1), caller), 409, 'conflict', { instance: JOBS });
});

it('keeps space for the results of other organizations, however much a few have', async () => {
  const GIB = 2 ** 30;
  const callers = await Promise.all(Array.from({ length: 4 }, () => createKeyedClient(app())));
  for (const caller of callers) await jobs.ended((await jobs.submit(bodyOf(1), caller)).body.id);
  const hold = ({ clientId }: KeyedClient, gib: number) =>
    app().runSql('update forecast_jobs set bytes = ? where client_id = ?', [gib * GIB, clientId]);
  const submit = async (caller: KeyedClient) => (await jobs.submit(bodyOf(1), caller)).status;
  await app().runSql('update forecast_jobs set bytes = 0');
  const [first, second, third, newcomer] = callers;

  // A quarter of 8 - 1.5, and of 8 - 1.7 GiB.
  await hold(first, 1.5);
  expect(await submit(first)).toBe(202);
  await hold(first, 0.85);
  const full = await jobs.submit(bodyOf(1), first);
  expectProblem(full, 503, 'overloaded', { instance: JOBS });

  await app().runSql('delete from forecast_jobs where client_id = ?', [first.clientId]);
  for (const caller of [second, third]) await hold(caller, 3);
  for (const caller of [second, third]) expect(await submit(caller)).toBe(503);
  for (const caller of [first, newcomer]) expect(await submit(caller)).toBe(202);
  await app().runSql('delete from forecast_jobs');
});
