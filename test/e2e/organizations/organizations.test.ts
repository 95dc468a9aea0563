import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiCaller,
  createApiKey,
  createClient,
  PASSWORD,
  signedInCaller,
  type SignedInCaller,
} from '../../support/api-caller.js';
import { changeMeanwhile } from '../../support/change-meanwhile.js';
import { createOrganization, invite, join, newMember } from '../../support/organization-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';
import { readUsage } from '../../support/usage-caller.js';

interface Organization {
  id: string;
  name: string;
  personal: boolean;
  role: string | null;
}

const app = useTestApp({ MAX_ORGANIZATIONS_PER_ACCOUNT: '2', MAX_CLIENTS_PER_ACCOUNT: '3' });
const ORGANIZATIONS = '/v1/organizations';
let administrator: SignedInCaller;
beforeAll(async () => {
  administrator = await signedInCaller(app());
});

async function organizationsOf(caller: ApiCaller, query = ''): Promise<Organization[]> {
  return (await caller.get<{ data: Organization[] }>(`${ORGANIZATIONS}${query}`)).body.data;
}

async function personalOf(caller: ApiCaller): Promise<Organization> {
  return (await organizationsOf(caller)).find(({ personal }) => personal)!;
}

async function forecastStatus(key: string): Promise<number> {
  const path = '/v1/weather/forecast?lat=1&lon=1&source=climatology';
  return (await new ApiCaller(app().url).get(path, { apikey: key })).status;
}

describe('a personal organization', () => {
  it('is created by registration, and takes its name from the account', async () => {
    const caller = await signedInCaller(app());

    expect(await organizationsOf(caller)).toEqual([
      {
        id: expect.stringMatching(/^org_[0-9A-Z]{26}$/) as unknown,
        name: 'A Member',
        personal: true,
        role: 'owner',
        permissions: expect.arrayContaining(['organization.update', 'members.manage']) as unknown,
        require_factor: false,
        access: 'open',
        rate_limits: { second: null, minute: null, hour: null, day: null },
        created_at: expect.any(String) as unknown,
        updated_at: expect.any(String) as unknown,
      },
    ]);
    await caller.call('PATCH', '/v1/accounts/me', { body: { organization: 'Harbour Ltd' } });
    expect((await personalOf(caller)).name).toBe('Harbour Ltd');
  });

  it("renames the account's organization when renamed", async () => {
    const caller = await signedInCaller(app());
    const { id } = await personalOf(caller);

    const answer = await caller.call('PATCH', `${ORGANIZATIONS}/${id}`, { body: { name: 'Harbour Ltd' } });

    expect([answer.status, answer.body.name]).toEqual([200, 'Harbour Ltd']);
    expect((await caller.get('/v1/accounts/me')).body).toMatchObject({ organization: 'Harbour Ltd' });
  });

  it("has the clients created without an organization, and can't be deleted or handed over", async () => {
    const caller = await signedInCaller(app());
    const { id } = await personalOf(caller);
    const clientId = await createClient(caller);
    const other = await newMember(app(), caller, id, 'admin');

    expect((await caller.get(`/v1/clients/${clientId}`)).body).toMatchObject({ organization_id: id });
    const instance = `${ORGANIZATIONS}/${id}`;
    expectProblem(await caller.delete(instance), 409, 'conflict', { instance });
    for (const [member, role] of [
      [other, 'owner'],
      [caller, 'admin'],
    ] as const) {
      const path = `${instance}/members/${member.accountId}`;
      const answer = await caller.call('PATCH', path, { body: { role } });
      expectProblem(answer, 409, 'conflict', { instance: path });
    }
    const own = `${instance}/members/${caller.accountId}`;
    expectProblem(await caller.delete(own), 409, 'conflict', { instance: own });
    const invitation = await caller.post(`${instance}/invitations`, {
      email: 'o@example.com',
      role: 'owner',
    });
    expect(invitation.status).toBe(409);
  });
});

describe('caps', () => {
  it('on organizations include those deleted today', async () => {
    const caller = await signedInCaller(app());
    const quota = async () => (await caller.get(`${ORGANIZATIONS}/quota`)).body;
    expect(await quota()).toEqual({ limit: 2, remaining: 2 });
    await createOrganization(caller);
    const second = await createOrganization(caller);
    expect((await caller.delete(`${ORGANIZATIONS}/${second}`)).status).toBe(204);

    const answer = await caller.post(ORGANIZATIONS, { name: 'A third' });

    expectProblem(answer, 409, 'conflict', { instance: ORGANIZATIONS });
    expect(await quota()).toEqual({ limit: 2, remaining: 0 });
  });

  it('on clients apply to their creator and to the organization', async () => {
    const owner = await signedInCaller(app());
    const organization_id = await createOrganization(owner);
    const colleague = await newMember(app(), owner, organization_id, 'developer');
    const create = (caller: ApiCaller, body = {}) => caller.post('/v1/clients', { name: 'One', ...body });

    await create(owner);
    await create(owner, { organization_id });
    await create(owner, { organization_id });
    expectProblem(await create(owner), 409, 'conflict', {
      instance: '/v1/clients',
      detail: 'An account can have 3 clients. Deleted clients count until the UTC day ends.',
    });
    expect((await create(colleague, { organization_id })).status).toBe(201);
    expectProblem(await create(colleague, { organization_id }), 409, 'conflict', {
      instance: '/v1/clients',
      detail: 'An organization can have 3 clients. Deleted clients count until the UTC day ends.',
    });
    expect((await create(colleague)).status).toBe(201);
  });
});

describe('what members share', () => {
  it('appears in all of their lists and sums, and can be filtered by organization', async () => {
    const owner = await signedInCaller(app());
    const organizationId = await createOrganization(owner);
    const viewer = await newMember(app(), owner, organizationId, 'viewer');
    const shared = await createClient(owner, { organization_id: organizationId });
    const own = await createClient(viewer);
    for (const { key } of [await createApiKey(owner, shared), await createApiKey(viewer, own)])
      expect(await forecastStatus(key)).toBe(200);
    const personal = `organization_id=${(await personalOf(viewer)).id}`;
    const created = `account_id=${viewer.accountId}`;
    const clients = async (query: string) => {
      const { body } = await viewer.get<{ data: { client_id: string }[] }>(`/v1/clients${query}`);
      return body.data.map(({ client_id }) => client_id);
    };
    expect(await clients('')).toEqual([own, shared]);
    expect(await clients(`?organization_id=${organizationId}`)).toEqual([shared]);
    for (const query of [personal, created]) expect(await clients(`?${query}`)).toEqual([own]);
    for (const [query, requests] of [
      ['', 2],
      [personal, 1],
      [created, 1],
      [`${created}&organization_id=${organizationId}`, 0],
      [`organization_id=${organizationId}&client_id=${shared}`, 1],
      [`group_by=client&organization_id=${organizationId}`, 1],
      [`interval=minute&organization_id=${organizationId}`, 1],
    ] as const)
      expect([query, (await readUsage(viewer, query)).totals.requests]).toEqual([query, requests]);
    for (const others of [personal, created])
      expect((await viewer.get(`/v1/usage?${others}&client_id=${shared}`)).status).toBe(404);

    // A removed member no longer sees anything in it, including what they created.
    await owner.call('PATCH', `${ORGANIZATIONS}/${organizationId}/members/${viewer.accountId}`, {
      body: { role: 'developer' },
    });
    const made = await createClient(viewer, { organization_id: organizationId });
    await owner.delete(`${ORGANIZATIONS}/${organizationId}/members/${viewer.accountId}`);
    expect(await clients('')).toEqual([own]);
    expect((await viewer.get(`/v1/clients/${made}`)).status).toBe(404);
    expect((await readUsage(viewer, '')).totals.requests).toBe(1);
    const { body } = await viewer.get<{ data: { client_id: string | null }[] }>('/v1/audit?limit=100');
    expect(body.data.map(({ client_id }) => client_id)).not.toContain(made);
    expect((await owner.get(`/v1/clients/${made}`)).status).toBe(200);
  });
});

describe('deletion', () => {
  it('of an organization ends its clients and keys at once', async () => {
    const owner = await signedInCaller(app());
    const organization_id = await createOrganization(owner);
    const clientId = await createClient(owner, { organization_id });
    const { key } = await createApiKey(owner, clientId);
    expect(await forecastStatus(key)).toBe(200);

    expect((await owner.delete(`${ORGANIZATIONS}/${organization_id}`)).status).toBe(204);

    expect(await forecastStatus(key)).toBe(401);
    expect((await owner.get(`${ORGANIZATIONS}/${organization_id}`)).status).toBe(404);
    expect((await owner.get(`/v1/clients/${clientId}`)).status).toBe(404);
    expect((await organizationsOf(owner)).map(({ personal }) => personal)).toEqual([true]);
  });

  it('of an account leaves shared organizations to the other owners, and ends the others', async () => {
    const leaver = await signedInCaller(app());
    const shared = await createOrganization(leaver, 'Shared');
    const alone = await createOrganization(leaver, 'Alone');
    const colleague = await newMember(app(), leaver, shared, 'admin');
    const keyIn = async (organization_id: string) =>
      (await createApiKey(leaver, await createClient(leaver, { organization_id }))).key;
    const [sharedKey, aloneKey] = [await keyIn(shared), await keyIn(alone)];
    const leave = () => leaver.call('DELETE', '/v1/accounts/me', { body: { password: PASSWORD } });

    const refused = await leave();
    expectProblem(refused, 409, 'conflict', { instance: '/v1/accounts/me' });
    expect(String(refused.body.detail)).toContain(shared);
    expect((await leaver.get('/v1/accounts/me')).status).toBe(200);
    await leaver.call('PATCH', `${ORGANIZATIONS}/${shared}/members/${colleague.accountId}`, {
      body: { role: 'owner' },
    });
    expect((await leave()).status).toBe(204);

    expect([await forecastStatus(sharedKey), await forecastStatus(aloneKey)]).toEqual([200, 401]);
    const left = (await organizationsOf(colleague)).filter(({ personal }) => !personal);
    expect(left).toMatchObject([{ id: shared, role: 'owner' }]);
    const { body } = await colleague.get<{ data: unknown[] }>(`${ORGANIZATIONS}/${shared}/members`);
    expect(body.data).toHaveLength(1);
  });
});

it('the keys of an organization work as long as one of its owners is active', async () => {
  const [one, two] = [await signedInCaller(app()), await signedInCaller(app())];
  const organization_id = await createOrganization(one);
  await join(one, organization_id, two, 'owner');
  const { key } = await createApiKey(one, await createClient(one, { organization_id }));
  const set = (caller: SignedInCaller, status: string) =>
    administrator.call('PATCH', `/v1/accounts/${caller.accountId}`, { body: { status } });

  await set(one, 'disabled');
  expect(await forecastStatus(key)).toBe(200);
  // The only active owner can't leave.
  const own = `${ORGANIZATIONS}/${organization_id}/members/${two.accountId}`;
  expectProblem(await two.delete(own), 409, 'conflict', { instance: own });
  await set(two, 'disabled');
  expect(await forecastStatus(key)).toBe(403);
  await set(one, 'active');
  expect(await forecastStatus(key)).toBe(200);
  // An owner who can't sign in doesn't count as a replacement.
  const leave = { body: { password: PASSWORD } };
  const again = new ApiCaller(app().url);
  await again.post('/v1/sessions', { email: one.email, password: PASSWORD });
  expectProblem(await again.call('DELETE', '/v1/accounts/me', leave), 409, 'conflict', {
    instance: '/v1/accounts/me',
  });
  // A new owner does.
  const token = await invite(again, organization_id, administrator.email, 'owner');
  await set(one, 'disabled');
  expect(await forecastStatus(key)).toBe(403);
  expect((await administrator.post('/v1/invitations/accept', { token })).status).toBe(200);
  expect(await forecastStatus(key)).toBe(200);
});

describe('with two owners', () => {
  let one: SignedInCaller;
  let two: SignedInCaller;
  beforeAll(async () => {
    [one, two] = [await signedInCaller(app()), await signedInCaller(app())];
  });

  it('one remains if both leave at once', async () => {
    for (let round = 0; round < 2; round++) {
      const id = await createOrganization(one);
      await join(one, id, two, 'owner');

      const answers = await Promise.all(
        [one, two].map((caller) => caller.delete(`${ORGANIZATIONS}/${id}/members/${caller.accountId}`)),
      );

      expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    }
  });

  it("one who loses the role in the meantime can't delete the organization", async () => {
    const id = await createOrganization(two);
    await join(two, id, one, 'owner');
    const instance = `${ORGANIZATIONS}/${id}`;

    const refused = await changeMeanwhile(app(), { table: 'organizations', id }, () => two.delete(instance), [
      `update organization_members set role = 'admin' where organization_id = ? and account_id = ?`,
      [id, two.accountId],
    ]);

    expectProblem(refused, 403, 'forbidden', { instance });
    expect((await one.get(instance)).status).toBe(200);
  });
});

it('actions in an organization are in its audit trail', async () => {
  const owner = await signedInCaller(app());
  const id = await createOrganization(owner, 'Audited');
  const member = await newMember(app(), owner, id, 'viewer');
  const path = `${ORGANIZATIONS}/${id}`;
  await owner.call('PATCH', path, { body: { name: 'Renamed' } });
  await owner.call('PATCH', `${path}/members/${member.accountId}`, { body: { role: 'developer' } });
  const clientId = await createClient(owner, { organization_id: id });
  const { body: invitation } = await owner.post<{ id: string }>(`${path}/invitations`, {
    email: 'x@example.com',
    role: 'viewer',
  });
  await owner.delete(`${path}/invitations/${invitation.id}`);
  const read = async (caller: ApiCaller) => {
    const { body } = await caller.get<{ data: { action: string; target_id: string }[] }>(
      `/v1/audit?organization_id=${id}`,
    );
    return body.data.map(({ action, target_id }) => [action, target_id]);
  };

  const events = await read(member);

  expect(events).toEqual([
    ['invitation.deleted', invitation.id],
    ['invitation.created', invitation.id],
    ['client.created', clientId],
    ['organization.member_updated', member.accountId],
    ['organization.updated', id],
    ['organization.member_added', member.accountId],
    ['invitation.created', expect.stringMatching(/^inv_/)],
    ['organization.created', id],
  ]);
  await owner.delete(`${path}/members/${member.accountId}`);
  expect((await read(owner))[0]).toEqual(['organization.member_removed', member.accountId]);
  await owner.delete(path);
  const { body } = await administrator.get<{ data: object[] }>('/v1/audit?limit=1');
  expect(body.data).toMatchObject([
    { action: 'organization.deleted', organization_id: id, details: { name: 'Renamed' } },
  ]);
});

it('administrators can list those of any account', async () => {
  const owner = await signedInCaller(app());
  const id = await createOrganization(owner);

  const listed = await organizationsOf(administrator, `?account_id=${owner.accountId}`);

  expect(listed[0]).toMatchObject({ id, role: null });
  expect(listed).toHaveLength(2);
});
