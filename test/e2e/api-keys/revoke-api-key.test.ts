import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiCaller,
  createApiKey,
  createClient,
  signedInCaller,
  type SignedInCaller,
} from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

describe('204', () => {
  let caller: SignedInCaller;
  let clientId: string;
  let path: string;
  beforeAll(async () => {
    await publishRun(app());
    caller = await signedInCaller(app());
    clientId = await createClient(caller);
    path = `/v1/clients/${clientId}/api-keys`;
  });

  const forecast = (apikey: string) =>
    new ApiCaller(app().url).get('/v1/weather/forecast?lat=1&lon=1', { apikey });
  const revokedAt = async (id: string) =>
    (await app().runSql('select revoked_at::text as time from api_keys where id = ?', [id]))[0].time;

  it('ends the key from the next request on, and no other', async () => {
    const [key, other] = [await createApiKey(caller, clientId), await createApiKey(caller, clientId)];
    expect((await forecast(key.key)).status).toBe(200);

    const { status, body } = await caller.delete<string>(`${path}/${key.id}`);

    expect(status).toBe(204);
    expect(body).toBe('');
    const answer = await forecast(key.key);
    expect([answer.status, answer.body.code]).toEqual([401, 'revoked_api_key']);
    expect((await forecast(other.key)).status).toBe(200);
  });

  it('keeps the key listed, as revoked', async () => {
    const { id } = await createApiKey(caller, clientId);

    await caller.delete(`${path}/${id}`);

    const { body } = await caller.get<{ data: unknown[] }>(`${path}?status=revoked&limit=1`);
    expect(body.data).toEqual([expect.objectContaining({ id, status: 'revoked' })]);
  });

  it('changes nothing the second time', async () => {
    const { id } = await createApiKey(caller, clientId);
    await caller.delete(`${path}/${id}`);
    const first = await revokedAt(id);

    expect((await caller.delete(`${path}/${id}`)).status).toBe(204);

    expect(await revokedAt(id)).toBe(first);
  });

  it('accepts many revocations at once, while the key is in use', async () => {
    const { id, key } = await createApiKey(caller, clientId);

    const [revocations, uses] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => caller.delete(`${path}/${id}`))),
      Promise.all(Array.from({ length: 10 }, () => forecast(key))),
    ]);

    expect(revocations.map(({ status }) => status)).toEqual(Array<number>(10).fill(204));
    for (const { status } of uses) expect([200, 401, 429]).toContain(status);
    expect((await forecast(key)).body.code).toBe('revoked_api_key');
  });

  it('revokes a key that has already expired', async () => {
    const { id, key } = await createApiKey(caller, clientId);
    await app().runSql('update api_keys set expires_at = now() where id = ?', [id]);
    expect((await forecast(key)).body.code).toBe('expired_api_key');

    expect((await caller.delete(`${path}/${id}`)).status).toBe(204);

    expect((await forecast(key)).body.code).toBe('revoked_api_key');
  });
});

describe('404', () => {
  it('requires the client that the key belongs to', async () => {
    const caller = await signedInCaller(app());
    const clientId = await createClient(caller);
    const { id } = await createApiKey(caller, clientId);
    const instance = `/v1/clients/${await createClient(caller)}/api-keys/${id}`;

    expectProblem(await caller.delete(instance), 404, 'not_found', { instance });

    expect((await caller.get(`/v1/clients/${clientId}/api-keys/${id}`)).body).toMatchObject({
      status: 'active',
    });
  });
});
