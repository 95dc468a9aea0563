import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createApiKey, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

let admin: SignedInCaller;
beforeAll(async () => {
  // The first account is the administrator.
  admin = await signedInCaller(app());
});

describe('201', () => {
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
      (await caller.get<{ data: { id: string }[] }>(`${path}?status=${query}`)).body.data.map(
        (key) => key.id,
      );
    expect(await listed('rotating')).toEqual([id]);
    expect(await listed('active')).not.toContain(id);
  });

  it('ends the old key at once without an overlap', async () => {
    const { id } = await createApiKey(caller, clientId);

    expect((await caller.post(`${path}/${id}/rotate`)).status).toBe(201);

    expect((await caller.get(`${path}/${id}`)).body.status).toBe('revoked');
  });
});

describe('400', () => {
  let caller: SignedInCaller;
  let path: string;
  beforeAll(async () => {
    caller = await signedInCaller(app());
    const clientId = await createClient(caller);
    path = `/v1/clients/${clientId}/api-keys/${(await createApiKey(caller, clientId)).id}/rotate`;
  });

  it.each([-1, 604_801, 0.5, '60', true])('rejects an overlap of %j', async (overlap_seconds) => {
    const answer = await caller.post(path, { overlap_seconds });

    expectProblem(answer, 400, 'invalid_parameter', { instance: path, pointers: ['/overlap_seconds'] });
  });
});

describe('403', () => {
  it("doesn't let an administrator rotate a key of another account's client", async () => {
    const owner = await signedInCaller(app());
    const clientId = await createClient(owner);
    const { id } = await createApiKey(owner, clientId);
    const path = `/v1/clients/${clientId}/api-keys/${id}/rotate`;

    expectProblem(await admin.post(path), 403, 'forbidden', { instance: path });
  });
});

describe('409', () => {
  const app = useTestApp({ MAX_KEYS_PER_CLIENT: '3' });
  let caller: SignedInCaller;
  let clientId: string;
  beforeAll(async () => {
    caller = await signedInCaller(app());
  });
  beforeEach(async () => {
    clientId = await createClient(caller);
  });

  it.each([`revoked_at = now()`, `expires_at = now()`, `revoked_at = now() + interval '1 hour'`])(
    'refuses a key that is not active: %s',
    async (change) => {
      const { id } = await createApiKey(caller, clientId);
      await app().runSql(`update api_keys set ${change} where id = ?`, [id]);
      const path = `/v1/clients/${clientId}/api-keys/${id}/rotate`;

      expectProblem(await caller.post(path), 409, 'conflict', { instance: path });
    },
  );

  it('succeeds for only one of many simultaneous rotations', async () => {
    const { id } = await createApiKey(caller, clientId);
    const path = `/v1/clients/${clientId}/api-keys/${id}/rotate`;

    const answers = await Promise.all(Array.from({ length: 5 }, () => caller.post(path)));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it('caps the keys that wait for the end of their overlap at the limit of a client', async () => {
    const rotate = (id: string, overlap_seconds: number) =>
      caller.post<{ id: string }>(`/v1/clients/${clientId}/api-keys/${id}/rotate`, { overlap_seconds });
    let { id } = await createApiKey(caller, clientId);
    for (let number = 0; number < 3; number++) ({ id } = (await rotate(id, 3600)).body);

    const refused = await rotate(id, 3600);

    const instance = `/v1/clients/${clientId}/api-keys/${id}/rotate`;
    const detail = expect.stringContaining('3 rotating keys') as unknown;
    expectProblem(refused, 409, 'conflict', { instance, detail });
    // Without an overlap, no key waits.
    expect((await rotate(id, 0)).status).toBe(201);
  });
});
