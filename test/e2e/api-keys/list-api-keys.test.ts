import { beforeAll, describe, expect, it } from '@jest/globals';
import { UsageFlusherService } from '../../../src/usage/metering/usage-flusher.service.js';
import {
  ApiCaller,
  createApiKey,
  createClient,
  signedInCaller,
  type SignedInCaller,
} from '../../support/api-caller.js';
import { itSlowsDownGuessesOfSecrets } from '../../support/client-refusals.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ MAX_KEYS_PER_CLIENT: '1000', TRUSTED_PROXIES: '127.0.0.1' });

describe('200', () => {
  interface Page {
    data: { id: string; status: string; last_used_at: string | null }[];
    next_cursor: string | null;
  }

  async function clientWithKeys(count: number) {
    const caller = await signedInCaller(app());
    const clientId = await createClient(caller);
    const path = `/v1/clients/${clientId}/api-keys`;
    const keys: { id: string; key: string }[] = [];
    while (keys.length < count) keys.unshift(await createApiKey(caller, clientId));
    const list = async (query = '') => {
      const { status, body } = await caller.get<Page>(`${path}${query}`);
      expect(status).toBe(200);
      return body;
    };
    const idsOf = async (query: string) => (await list(query)).data.map(({ id }) => id);
    return { caller, path, keys, ids: keys.map(({ id }) => id), list, idsOf };
  }

  it('returns an empty list for a client without keys', async () => {
    const { list } = await clientWithKeys(0);

    expect(await list()).toEqual({ data: [], next_cursor: null });
  });

  it('lists each key as creating it returned it, newest first, without the secret', async () => {
    const { caller, path, list } = await clientWithKeys(0);
    const created = [];
    for (const name of ['First', 'Second', 'Third'])
      created.unshift(
        (await caller.post(path, { name, allowed_ips: ['::1'], expires_at: '2099-01-01T00:00:00Z' })).body,
      );

    const { data } = await list();

    expect(created.map(({ key }) => key)).toEqual(created.map(() => expect.any(String) as unknown));
    expect(data).toEqual(created.map((body) => ({ ...body, key: undefined })));
    expect(JSON.stringify(data)).not.toContain('"key":');
  });

  it('pages through all keys without repeats', async () => {
    const { ids, list } = await clientWithKeys(25);

    const first = await list();
    const second = await list(`?cursor=${first.next_cursor}`);

    expect(first.data).toHaveLength(20);
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
    expect(second.next_cursor).toBeNull();
    expect((await list('?limit=25')).next_cursor).toBeNull();
  });

  it('filters by status, also across pages', async () => {
    const { caller, path, ids, list, idsOf } = await clientWithKeys(6);
    for (const id of [ids[0], ids[3]]) await caller.delete(`${path}/${id}`);
    await app().runSql(`update api_keys set expires_at = now() where id in (?, ?)`, [ids[1], ids[3]]);

    expect(await idsOf('?status=active')).toEqual([ids[2], ids[4], ids[5]]);
    expect(await idsOf('?status=revoked')).toEqual([ids[0], ids[3]]);
    expect(await idsOf('?status=expired')).toEqual([ids[1]]);
    expect((await list()).data.map(({ status }) => status)).toEqual([
      'revoked',
      'expired',
      'active',
      'revoked',
      'active',
      'active',
    ]);
    const firstActive = await list('?status=active&limit=2');
    expect(await idsOf(`?status=active&limit=2&cursor=${firstActive.next_cursor}`)).toEqual([ids[5]]);
  });

  it.each([
    ['revoked_at', 'revoked'],
    ['expires_at', 'expired'],
  ])('lists a key for 90 days after its %s', async (column, status) => {
    const { ids, idsOf } = await clientWithKeys(2);
    for (const [index, days] of [89.99, 90.01].entries()) {
      await app().runSql(`update api_keys set ${column} = now() - ? * interval '1 day' where id = ?`, [
        days,
        ids[index],
      ]);
    }

    expect(await idsOf('')).toEqual([ids[0]]);
    expect(await idsOf(`?status=${status}`)).toEqual([ids[0]]);
  });

  it('tells when a key was last used, even for a failed request', async () => {
    const { keys, ids, list } = await clientWithKeys(2);
    const use = () => new ApiCaller(app().url).get('/v1/weather/forecast?lat=none', { apikey: keys[0].key });
    const lastUsed = async () => {
      await app().app.get(UsageFlusherService).flush();
      return (await list()).data.map(({ last_used_at }) => Date.parse(last_used_at ?? ''));
    };

    await use();
    expect(await lastUsed()).toEqual([expect.any(Number), NaN]);
    await app().runSql(`update api_keys set last_used_at = now() - interval '61 seconds' where id = ?`, [
      ids[0],
    ]);
    const [before] = await lastUsed();
    await use();
    expect((await lastUsed())[0] - before).toBeGreaterThanOrEqual(60_000);
  });

  it("leaves out other clients' keys", async () => {
    const { caller, ids, idsOf } = await clientWithKeys(1);
    await createApiKey(caller, await createClient(caller));

    expect(await idsOf('')).toEqual(ids);
  });
});

describe('400', () => {
  let caller: SignedInCaller;
  let instance: string;
  beforeAll(async () => {
    caller = await signedInCaller(app());
    instance = `/v1/clients/${await createClient(caller)}/api-keys`;
  });

  it.each([
    ['limit=0', ['limit']],
    ['limit=101', ['limit']],
    ['limit=20&limit=20', ['limit']],
    ['cursor=%00', ['cursor']],
    ['cursor=next', ['cursor']],
    ['status=', ['status']],
    ['status=Active', ['status']],
    ['status=deleted', ['status']],
    ['status=active,revoked', ['status']],
    ['status=active&status=revoked', ['status']],
    ['status[]=active', ['status[]']],
    ['name=Station', ['name']],
    ['valueOf=1', ['valueOf']],
    ['limit=x&status=x&cursor=x&x=x', ['limit', 'status', 'cursor', 'x']],
  ])('rejects ?%s', async (query, parameters) => {
    const answer = await caller.get(`${instance}?${query}`);

    expectProblem(answer, 400, 'invalid_parameter', { instance, parameters });
  });
});

describe('429', () => {
  itSlowsDownGuessesOfSecrets(app, {
    method: 'GET',
    path: (clientId) => `/v1/clients/${clientId}/api-keys`,
  });
});
