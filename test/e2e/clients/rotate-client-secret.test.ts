import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiCaller, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
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
  beforeAll(async () => {
    caller = await signedInCaller(app());
  });

  interface Created {
    client_id: string;
    client_secret: string;
  }

  const create = async () => (await caller.post<Created>('/v1/clients', { name: 'Station' })).body;
  const rotate = (id: string, body?: unknown) => caller.post<Created>(`/v1/clients/${id}/secret`, body);

  async function works(id: string, secret: string): Promise<boolean> {
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    const { status } = await new ApiCaller(app().url).get(`/v1/clients/${id}/api-keys`, { authorization });
    expect([200, 401]).toContain(status);
    return status === 200;
  }

  it('returns a new secret that must not be cached, and the old one stops working immediately', async () => {
    const { client_id: id, client_secret: old } = await create();
    expect(await works(id, old)).toBe(true);

    const { status, headers, body } = await rotate(id);

    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.client_secret).toMatch(/^wxs_[0-9A-Za-z]{40}$/);
    expect(body.client_secret).not.toBe(old);
    expect([await works(id, old), await works(id, body.client_secret)]).toEqual([false, true]);
  });

  it('keeps only the latest old secret alive for the overlap', async () => {
    const { client_id: id, client_secret: first } = await create();

    const second = (await rotate(id, { overlap_seconds: 600 })).body.client_secret;
    expect([await works(id, first), await works(id, second)]).toEqual([true, true]);

    const third = (await rotate(id, { overlap_seconds: 600 })).body.client_secret;
    expect([await works(id, first), await works(id, second), await works(id, third)]).toEqual([
      false,
      true,
      true,
    ]);
    await app().runSql('update clients set previous_secret_ends_at = now() where id = ?', [id]);
    expect([await works(id, second), await works(id, third)]).toEqual([false, true]);
  });

  it('leaves one working secret when many rotate at once', async () => {
    const { client_id: id } = await create();

    const answers = await Promise.all(Array.from({ length: 5 }, () => rotate(id)));

    expect(answers.map(({ status }) => status)).toEqual(Array<number>(5).fill(201));
    const alive = await Promise.all(answers.map(({ body }) => works(id, body.client_secret)));
    expect(alive.filter(Boolean)).toHaveLength(1);
  });
});

describe('400', () => {
  let caller: SignedInCaller;
  let path: string;
  beforeAll(async () => {
    caller = await signedInCaller(app());
    path = `/v1/clients/${await createClient(caller)}/secret`;
  });

  it.each([-1, 604_801, 0.5, '60', true])('rejects an overlap of %j', async (overlap_seconds) => {
    const answer = await caller.post(path, { overlap_seconds });

    expectProblem(answer, 400, 'invalid_parameter', { instance: path, pointers: ['/overlap_seconds'] });
  });
});

describe('403', () => {
  it("doesn't let an administrator rotate the secret of another account's client", async () => {
    const path = `/v1/clients/${await createClient(await signedInCaller(app()))}/secret`;

    expectProblem(await admin.post(path), 403, 'forbidden', { instance: path });
  });
});
