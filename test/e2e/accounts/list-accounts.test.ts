import { beforeAll, describe, expect, it } from '@jest/globals';
import { PASSWORD, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { createOrganization, join } from '../../support/organization-caller.js';
import { itRefusesParameters } from '../../support/list-refusals.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

let admin: SignedInCaller;
beforeAll(async () => {
  // The first account is the administrator.
  admin = await signedInCaller(app());
});

describe('200', () => {
  const app = useTestApp();
  interface Listed {
    data: { id: string }[];
    next_cursor: string | null;
  }

  let admin: SignedInCaller;
  let members: SignedInCaller[];
  beforeAll(async () => {
    admin = await signedInCaller(app());
    members = [];
    for (let count = 0; count < 4; count += 1) members.push(await signedInCaller(app()));
    const describeAs = (member: SignedInCaller, body: unknown) =>
      member.call('PATCH', '/v1/accounts/me', { body });
    await describeAs(members[0], { full_name: 'Grace Hopper', organization: 'Navy 100%' });
    await describeAs(members[1], { full_name: 'Under_score Rene\u0301e', organization: 'Caf\u00e9' });
    await admin.call('PATCH', `/v1/accounts/${members[2].accountId}`, { body: { status: 'disabled' } });
    await members[3].call('DELETE', '/v1/accounts/me', { body: { password: PASSWORD } });
  });

  const list = (query = '') => admin.get<Listed>(`/v1/accounts${query}`);
  const idsOf = ({ data }: Listed) => data.map(({ id }) => id);

  it('lists accounts newest first, in the form of a single read, without deleted ones', async () => {
    const { status, body } = await list();

    expect(status).toBe(200);
    expect(idsOf(body)).toEqual(
      [members[2], members[1], members[0], admin].map(({ accountId }) => accountId),
    );
    expect(body.next_cursor).toBeNull();
    expect(body.data[2]).toMatchObject((await members[0].get<object>('/v1/accounts/me')).body);
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/);
  });

  it('names the organizations of each account', async () => {
    const shared = await createOrganization(admin, 'Harbour Ltd');
    await join(admin, shared, members[0], 'viewer');
    const gone = await createOrganization(members[1], 'Gone Ltd');
    await members[1].delete(`/v1/organizations/${gone}`);

    const { body } = await admin.get<{ data: { organizations: { id: string; name: string }[] }[] }>(
      '/v1/accounts',
    );

    expect(body.data.map(({ organizations }) => organizations.map(({ name }) => name))).toEqual([
      ['A Member'],
      ['Caf\u00e9'],
      ['Harbour Ltd', 'Navy 100%'],
      ['A Member', 'Harbour Ltd'],
    ]);
    expect(body.data[2].organizations[0].id).toBe(shared);
  });

  it('pages through the list', async () => {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: { body: Listed } = await list(`?limit=3${cursor && `&cursor=${cursor}`}`);
      seen.push(...idsOf(body));
      cursor = body.next_cursor;
    }

    expect(seen).toEqual(idsOf((await list()).body));
  });

  it.each([
    ['part of a name, in any case', () => 'hOPP', [0]],
    ['part of an organization', () => 'navy', [0]],
    ['an address', () => members[1].email.toUpperCase(), [1]],
    ['an id', () => members[2].accountId, [2]],
    ['a percent sign, as itself', () => '%', [0]],
    ['an underscore, as itself', () => 'r_s', [1]],
    ['a backslash, as itself', () => '\\\\', []],
    ['a name that is composed otherwise', () => 'REN\u00c9E', [1]],
    ['an organization that is composed otherwise', () => 'cafe\u0301', [1]],
    ['what nobody has', () => 'nobody', []],
  ])('finds by %s', async (_, query, found) => {
    const { body } = await list(`?query=${encodeURIComponent(query())}`);

    expect(idsOf(body)).toEqual(found.map((index) => members[index].accountId));
  });

  it('finds by status, alone or with a query', async () => {
    expect(idsOf((await list('?status=disabled')).body)).toEqual([members[2].accountId]);
    expect(idsOf((await list('?status=active')).body)).toHaveLength(3);
    expect(idsOf((await list('?status=disabled&query=hopper')).body)).toEqual([]);
  });
});

describe('400', () => {
  const instance = '/v1/accounts';

  itRefusesParameters(() => admin, instance, [
    ['status', 'status=deleted'],
    ['status', 'status='],
    ['query', 'query='],
    ['query', 'query=a&query=b'],
  ]);
});

describe('403', () => {
  it('refuses members, whatever the filter, and former administrators from the next request on', async () => {
    const second = await signedInCaller(app());
    for (const query of ['', '?status=active', `?query=${second.email}`]) {
      const answer = await second.get(`/v1/accounts${query}`);
      expectProblem(answer, 403, 'forbidden', { instance: '/v1/accounts' });
    }
    const setRole = (role: string) =>
      admin.call('PATCH', `/v1/accounts/${second.accountId}`, { body: { role } });

    await setRole('admin');
    expect((await second.get('/v1/accounts')).status).toBe(200);
    await setRole('member');
    expect((await second.get('/v1/accounts')).status).toBe(403);
  });
});
