import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiCaller,
  createApiKey,
  createClient,
  signedInCaller,
  type SignedInCaller,
} from '../../support/api-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';
import { expectProblem } from '../../support/problems.js';

const app = useTestApp();

describe('204', () => {
  it('ends the client and all its keys at once, and nothing else', async () => {
    await publishRun(app());
    const caller = await signedInCaller(app());
    const [id, otherId] = [await createClient(caller), await createClient(caller)];
    const keys = [await createApiKey(caller, id), await createApiKey(caller, id)];
    const otherKey = await createApiKey(caller, otherId);
    const forecast = (apikey: string) =>
      new ApiCaller(app().url).get('/v1/weather/forecast?lat=1&lon=1', { apikey });
    for (const { key } of [...keys, otherKey]) expect((await forecast(key)).status).toBe(200);

    const { status, body } = await caller.delete<string>(`/v1/clients/${id}`);

    expect(status).toBe(204);
    expect(body).toBe('');
    for (const { key } of keys) {
      const answer = await forecast(key);
      expect([answer.status, answer.body.code]).toEqual([401, 'revoked_api_key']);
    }
    expect((await forecast(otherKey.key)).status).toBe(200);
    expect((await caller.get(`/v1/clients/${id}/api-keys`)).status).toBe(404);
    expect((await caller.post(`/v1/clients/${id}/api-keys`, { name: 'Late' })).status).toBe(404);
    expect((await caller.get(`/v1/clients/${otherId}`)).status).toBe(200);
  });

  it('succeeds only once when requested many times at once', async () => {
    const caller = await signedInCaller(app());
    const id = await createClient(caller);

    const answers = await Promise.all(Array.from({ length: 10 }, () => caller.delete(`/v1/clients/${id}`)));

    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array<number>(9).fill(404)]);
  });

  it('leaves no working key, even if keys are created concurrently', async () => {
    const caller = await signedInCaller(app());
    const id = await createClient(caller);
    const create = () =>
      Array.from({ length: 5 }, () =>
        caller.post<{ key: string }>(`/v1/clients/${id}/api-keys`, { name: 'Race' }),
      );
    const before = create();
    await Promise.race(before);
    const deletion = caller.delete(`/v1/clients/${id}`);
    const creations = await Promise.all([...before, ...create()]);

    expect((await deletion).status).toBe(204);
    for (const { status } of creations) expect([201, 404]).toContain(status);
    const keys = creations.filter(({ status }) => status === 201).map(({ body }) => body.key);
    expect(keys).not.toEqual([]);
    for (const apikey of keys) {
      const answer = await new ApiCaller(app().url).get('/v1/weather/forecast', { apikey });
      expect(answer.body.code).toBe('revoked_api_key');
    }
  });
});

describe('404', () => {
  let caller: SignedInCaller;
  let client: string;
  let key: string;
  beforeAll(async () => {
    caller = await signedInCaller(app());
    const clientId = await createClient(caller);
    client = `/v1/clients/${clientId}`;
    key = `${client}/api-keys/${(await createApiKey(caller, clientId)).id}`;
    expect((await caller.delete(client)).status).toBe(204);
  });

  it.each([
    ['GET', () => client],
    ['PATCH', () => client],
    ['DELETE', () => client],
    ['GET', () => `${client}/api-keys`],
    ['GET', () => key],
    ['DELETE', () => key],
  ])('returns 404 to %s of a deleted client and its keys', async (method, path) => {
    const body = method === 'PATCH' ? { name: 'Station' } : undefined;
    expectProblem(await caller.call(method, path(), { body }), 404, 'not_found', { instance: path() });
  });
});
