/** @slow */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ MAX_CLIENTS_PER_ACCOUNT: '1000' });

let admin: SignedInCaller;
beforeAll(async () => {
  // The first account is the administrator.
  admin = await signedInCaller(app());
});

describe('200', () => {
  interface Page {
    data: { client_id: string; name: string }[];
    next_cursor: string | null;
  }

  async function callerWithClients(count: number): Promise<{ caller: SignedInCaller; ids: string[] }> {
    const caller = await signedInCaller(app());
    const ids: string[] = [];
    while (ids.length < count) ids.unshift(await createClient(caller, { name: `Client ${ids.length + 1}` }));
    return { caller, ids };
  }

  async function page(caller: SignedInCaller, query: string) {
    const { status, body } = await caller.get<Page>(`/v1/clients${query}`);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['data', 'next_cursor']);
    return { ids: body.data.map(({ client_id }) => client_id), next: body.next_cursor };
  }

  it('returns an empty list for an account without clients', async () => {
    const caller = await signedInCaller(app());

    const { status, body } = await caller.get('/v1/clients');

    expect(status).toBe(200);
    expect(body).toEqual({ data: [], next_cursor: null });
  });

  it('lists each client as a single read returns it, newest first', async () => {
    const { caller, ids } = await callerWithClients(3);

    const { body } = await caller.get<Page>('/v1/clients');

    const each = await Promise.all(ids.map((id) => caller.get(`/v1/clients/${id}`)));
    expect(body).toEqual({ data: each.map((answer) => answer.body), next_cursor: null });
  });

  describe('page by page', () => {
    it('pages through all clients once, 20 at a time', async () => {
      const { caller, ids } = await callerWithClients(41);

      const first = await page(caller, '');
      const second = await page(caller, `?cursor=${first.next}`);
      const third = await page(caller, `?cursor=${second.next}`);

      expect([first.ids.length, second.ids.length, third.ids.length]).toEqual([20, 20, 1]);
      expect([...first.ids, ...second.ids, ...third.ids]).toEqual(ids);
      expect(third.next).toBeNull();
    });

    it('accepts any limit from 1 to 100, and has no next page after a full last one', async () => {
      const { caller, ids } = await callerWithClients(101);

      expect(await page(caller, '?limit=1')).toEqual({
        ids: ids.slice(0, 1),
        next: expect.any(String) as unknown,
      });
      const hundred = await page(caller, '?limit=100');
      expect(hundred.ids).toEqual(ids.slice(0, 100));
      expect(await page(caller, `?limit=1&cursor=${hundred.next}`)).toEqual({
        ids: ids.slice(100),
        next: null,
      });
      await caller.delete(`/v1/clients/${ids[100]}`);
      expect(await page(caller, '?limit=100')).toEqual({ ids: ids.slice(0, 100), next: null });
    });

    it('neither repeats nor skips a client when others come and go in between', async () => {
      const { caller, ids } = await callerWithClients(6);
      const first = await page(caller, '?limit=3');

      await createClient(caller);
      await caller.delete(`/v1/clients/${ids[2]}`);

      expect(await page(caller, `?limit=3&cursor=${first.next}`)).toEqual({ ids: ids.slice(3), next: null });
    });
  });

  it("leaves out deleted clients and other accounts' clients", async () => {
    const { caller, ids } = await callerWithClients(3);
    await callerWithClients(2);
    await caller.delete(`/v1/clients/${ids[1]}`);

    expect((await page(caller, '')).ids).toEqual([ids[0], ids[2]]);
  });

  it('reveals nothing of another account whose id is used as the cursor', async () => {
    const { caller, ids } = await callerWithClients(2);
    const other = await callerWithClients(2);

    expect((await page(other.caller, `?cursor=${ids[0]}`)).ids).toEqual([]);
    expect((await page(caller, `?cursor=${other.ids[0]}`)).ids).toEqual(ids);
  });

  it.each([
    ['part of a name, in any case', () => 'wEB', [0]],
    ['an id', (ids: string[]) => ids[1], [1]],
    ['a percent sign, as itself', () => '%', [2]],
    ['what is in several, newest first', () => 's', [0, 1]],
    ['a name that is composed otherwise', () => 'M\u00fcn', [3]],
    ['what none has', () => 'nothing', []],
  ])('finds by %s', async (_, query, found) => {
    const caller = await signedInCaller(app());
    const names = ['Website', 'Harbour display', '100 %', 'Mu\u0308nchen'];
    const ids: string[] = [];
    for (const name of names.toReversed()) ids.unshift(await createClient(caller, { name }));

    const listed = await page(caller, `?limit=5&query=${encodeURIComponent(query(ids))}`);

    expect(listed.ids).toEqual(found.map((index) => ids[index]));
  });
});

describe('400', () => {
  it.each([
    ['limit=0', ['limit']],
    ['limit=101', ['limit']],
    ['limit=-1', ['limit']],
    ['limit=1.5', ['limit']],
    ['limit=1e1', ['limit']],
    ['limit=0x10', ['limit']],
    ['limit=%2010', ['limit']],
    ['limit=', ['limit']],
    ['limit=ten', ['limit']],
    ['limit=%D9%A1', ['limit']],
    ['limit=10&limit=20', ['limit']],
    ['limit=10&limit=10', ['limit']],
    ['cursor=', ['cursor']],
    ['cursor=next', ['cursor']],
    ['cursor=%00', ['cursor']],
    [`cursor=cli_01ARZ3NDEKTSV4RRFFQ69G5FAV'`, ['cursor']],
    ['cursor=cli_01ARZ3NDEKTSV4RRFFQ69G5FAV&cursor=cli_01ARZ3NDEKTSV4RRFFQ69G5FAV', ['cursor']],
    ['status=active', ['status']],
    ['query=', ['query']],
    ['query=one&query=two', ['query']],
    ['Limit=10', ['Limit']],
    ['constructor=1', ['constructor']],
    ['__proto__=1&toString=2&prototype=3', ['__proto__', 'toString', 'prototype']],
    ['limit=x&cursor=&page=2', ['limit', 'cursor', 'page']],
  ])('rejects ?%s', async (query, parameters) => {
    const answer = await admin.get(`/v1/clients?${query}`);

    expectProblem(answer, 400, 'invalid_parameter', { instance: '/v1/clients', parameters });
  });
});

describe('403', () => {
  it("lists another account's clients only for administrators", async () => {
    const member = await signedInCaller(app());
    const clientId = await createClient(member);
    const list = (caller: typeof admin, accountId: string) =>
      caller.get<{ data: { client_id: string }[] }>(`/v1/clients?account_id=${accountId}`);

    expectProblem(await list(member, admin.accountId), 403, 'forbidden', { instance: '/v1/clients' });
    expect((await list(member, member.accountId)).body.data.map(({ client_id }) => client_id)).toEqual([
      clientId,
    ]);
    expect((await list(admin, member.accountId)).body.data.map(({ client_id }) => client_id)).toEqual([
      clientId,
    ]);
    expect((await list(admin, admin.accountId)).body.data).toEqual([]);
  });
});
