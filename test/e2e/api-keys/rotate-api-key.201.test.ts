import { beforeAll, expect, it } from '@jest/globals';
import { createApiKey, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
let path: string;
let clientId: string;
beforeAll(async () => {
  caller = await signedInCaller(app());
  clientId = await createClient(caller);
  path = `/v1/clients/${clientId}/api-keys`;
});

it('returns a new ID and key, and keeps everything else', async () => {
  const { id } = await createApiKey(caller, clientId, {
    name: 'Roof',
    scopes: ['forecast:read'],
    expires_at: '2099-01-01T00:00:00Z',
    allowed_ips: ['10.0.0.0/8'],
  });
  const { body: old } = await caller.get(`${path}/${id}`);

  const { status, headers, body } = await caller.post(`${path}/${id}/rotate`, { overlap_seconds: 3600 });

  expect(status).toBe(201);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).toEqual({
    ...old,
    id: expect.stringMatching(/^key_/) as unknown,
    key: expect.stringMatching(/^wx_[0-9A-Za-z]{38}$/) as unknown,
    start: expect.stringMatching(/^wx_/) as unknown,
    created_at: expect.any(String) as unknown,
    rotated_from: id,
  });
  expect(body.id).not.toBe(id);
  const { body: rotated } = await caller.get<{ status: string; revoked_at: string }>(`${path}/${id}`);
  expect(rotated.status).toBe('rotating');
  const lifeMs = Date.parse(rotated.revoked_at) - Date.now();
  expect(lifeMs).toBeGreaterThan(3_500_000);
  expect(lifeMs).toBeLessThanOrEqual(3_600_000);
  const listed = async (query: string) =>
    (await caller.get<{ data: { id: string }[] }>(`${path}?status=${query}`)).body.data.map((key) => key.id);
  expect(await listed('rotating')).toEqual([id]);
  expect(await listed('active')).not.toContain(id);
});

it('ends the old one at once without an overlap', async () => {
  const { id } = await createApiKey(caller, clientId);

  expect((await caller.post(`${path}/${id}/rotate`)).status).toBe(201);

  expect((await caller.get(`${path}/${id}`)).body.status).toBe('revoked');
});
