import { beforeAll, expect, it } from '@jest/globals';
import { RetentionService } from '../../../src/core/retention/retention.service.js';
import { createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { askForecast } from '../../support/forecast-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
let path: string;
beforeAll(async () => {
  await publishRun(app());
  caller = await signedInCaller(app());
  path = `/v1/clients/${await createClient(caller)}/api-keys`;
});

const create = () => caller.post<{ id: string; key: string; expires_at: string }>(path, { ephemeral: true });

it("reads forecasts for 15 minutes, and isn't listed", async () => {
  const { status, body } = await create();

  expect(status).toBe(201);
  expect(body).toMatchObject({ scopes: ['forecast:read'], status: 'active' });
  const lifeMs = Date.parse(body.expires_at) - Date.now();
  expect(lifeMs).toBeGreaterThan(14 * 60_000);
  expect(lifeMs).toBeLessThanOrEqual(15 * 60_000);
  expect((await askForecast(app(), { apikey: body.key })).status).toBe(200);
  expect((await caller.get(path)).body.data).toEqual([]);
});

it('consumes the limits of its client', async () => {
  const { key: first } = (await create()).body;
  const { key: second } = (await create()).body;
  const dayOf = (headers: Headers) => Number(/"day";r=(\d+)/.exec(headers.get('ratelimit') ?? '')![1]);

  const before = dayOf((await askForecast(app(), { apikey: first })).headers);
  expect(dayOf((await askForecast(app(), { apikey: second })).headers)).toBe(before - 1);
});

it('expires afterwards, and is deleted a day later', async () => {
  const { id, key } = (await create()).body;
  await app().runSql(`update api_keys set expires_at = now() - interval '1 hour' where id = ?`, [id]);
  expect((await askForecast(app(), { apikey: key })).body.code).toBe('expired_api_key');

  await app()
    .app.get(RetentionService)
    .work(new Date(Date.now() + 24 * 3_600_000));

  const rows = await app().runSql('select id from api_keys where id = ?', [id]);
  expect(rows).toEqual([]);
});

it('is deleted once it has expired and its client gets another one', async () => {
  const { id } = (await create()).body;
  await app().runSql(`update api_keys set expires_at = now() where id = ?`, [id]);

  await create();

  expect(await app().runSql('select id from api_keys where id = ?', [id])).toEqual([]);
});

it("doesn't shorten how long other expired keys stay listed", async () => {
  const { body } = await caller.post<{ id: string }>(path, { name: 'Another' });
  await app().runSql(`update api_keys set expires_at = now() where id = ?`, [body.id]);

  await app()
    .app.get(RetentionService)
    .work(new Date(Date.now() + 48 * 3_600_000));

  expect((await caller.get(`${path}/${body.id}`)).body.status).toBe('expired');
  await caller.delete(`${path}/${body.id}`);
});

it('cannot be read, changed or revoked by its id', async () => {
  const { id } = (await create()).body;

  expect((await caller.get(`${path}/${id}`)).status).toBe(404);
  expect((await caller.call('PATCH', `${path}/${id}`, { body: { name: 'Mine' } })).status).toBe(404);
  expect((await caller.delete(`${path}/${id}`)).status).toBe(404);
});

it("can't choose its scopes", async () => {
  const { status } = await caller.post(path, { ephemeral: true, scopes: ['forecast:batch'] });

  expect(status).toBe(400);
});

it("isn't in the audit trail, which records changes made by people", async () => {
  const before = (await caller.get('/v1/audit')).body;

  await create();

  expect((await caller.get('/v1/audit')).body).toEqual(before);
});
