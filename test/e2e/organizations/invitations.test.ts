import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { changeMeanwhile } from '../../support/change-meanwhile.js';
import { createOrganization, invite, newMember } from '../../support/organization-caller.js';
import { expectProblem, PUBLIC_URL } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const ACCEPT = '/v1/invitations/accept';
const PREVIEW = '/v1/invitations/preview';
const app = useTestApp({ MAX_ORGANIZATIONS_PER_ACCOUNT: '100' });
let owner: SignedInCaller;
let guest: SignedInCaller;
beforeAll(async () => {
  owner = await signedInCaller(app());
  guest = await signedInCaller(app());
});

const accept = (caller: ApiCaller, token: string) => caller.post(ACCEPT, { token });

const preview = (caller: ApiCaller, token: string) => caller.post(PREVIEW, { token });

function expectInvalid(answer: Awaited<ReturnType<typeof accept>>, instance = ACCEPT): void {
  expectProblem(answer, 400, 'invalid_parameter', { instance, pointers: ['/token'] });
}

async function rolesIn(organizationId: string): Promise<Record<string, string>> {
  const { body } = await owner.get<{ data: { account_id: string; role: string }[] }>(
    `/v1/organizations/${organizationId}/members`,
  );
  return Object.fromEntries(body.data.map(({ account_id, role }) => [account_id, role]));
}

it('makes whoever accepts a member, once', async () => {
  const id = await createOrganization(owner, 'Harbour Ltd');
  const path = `/v1/organizations/${id}/invitations`;

  const created = await owner.post<{ id: string; url: string; is_mailed: boolean }>(path, {
    email: guest.email.toUpperCase(),
    role: 'developer',
  });

  expect(created.status).toBe(201);
  expect(created.headers.get('cache-control')).toBe('no-store');
  const { url, is_mailed, ...invitation } = created.body;
  expect(is_mailed).toBe(false);
  expect(url).toMatch(new RegExp(`^${PUBLIC_URL}/accept-invitation#token=[\\w-]{43}$`));
  expect(invitation).toEqual({
    id: expect.stringMatching(/^inv_/) as unknown,
    email: guest.email.toUpperCase(),
    role: 'developer',
    invited_by: owner.accountId,
    created_at: expect.any(String) as unknown,
    expires_at: expect.any(String) as unknown,
  });
  expect((await owner.get<{ data: unknown[] }>(path)).body.data).toEqual([invitation]);
  const accepted = await accept(guest, url.split('#token=')[1]);
  expect(accepted.status).toBe(200);
  expect(accepted.body).toMatchObject({ id, name: 'Harbour Ltd', role: 'developer', personal: false });
  expect(await rolesIn(id)).toEqual({ [owner.accountId]: 'owner', [guest.accountId]: 'developer' });
  expect((await owner.get<{ data: unknown[] }>(path)).body.data).toEqual([]);
  expectInvalid(await accept(guest, url.split('#token=')[1]));
  const again = await owner.post(path, { email: guest.email, role: 'viewer' });
  expectProblem(again, 409, 'conflict', { instance: path });
});

it('can be previewed by the invited person without being used up', async () => {
  const id = await createOrganization(owner, 'Harbour Ltd');
  const token = await invite(owner, id, guest.email, 'viewer');
  const path = `/v1/organizations/${id}/invitations`;
  const [{ expires_at }] = (await owner.get<{ data: { expires_at: string }[] }>(path)).body.data;

  for (let time = 0; time < 2; time++)
    expect(await preview(guest, token)).toMatchObject({
      status: 200,
      body: {
        organization_name: 'Harbour Ltd',
        role: 'viewer',
        invited_by: { full_name: 'A Member', email: owner.email },
        expires_at,
      },
    });
  expect((await accept(guest, token)).status).toBe(200);
  expectInvalid(await preview(guest, token), PREVIEW);
});

it('responds with a conflict if the invited person has become a member in the meantime', async () => {
  const id = await createOrganization(owner);
  const token = await invite(owner, id, guest.email, 'viewer');
  await app().runSql(
    `insert into organization_members (organization_id, account_id, role, joined_at) values (?, ?, 'viewer', now())`,
    [id, guest.accountId],
  );
  expectProblem(await preview(guest, token), 409, 'conflict', { instance: PREVIEW });
  expectProblem(await accept(guest, token), 409, 'conflict', { instance: ACCEPT });
});

describe('a link grants nothing', () => {
  it.each([
    ['for another address', () => Promise.resolve(), 403],
    ['that was withdrawn', withdraw, 400],
    ['whose seven days are over', expire, 400],
    ['in whose place another came', (id: string) => invite(owner, id, guest.email, 'viewer'), 400],
    ['to an organization that was deleted', (id: string) => owner.delete(`/v1/organizations/${id}`), 400],
  ])('%s', async (_, change, status) => {
    const id = await createOrganization(owner);
    const token = await invite(owner, id, guest.email, 'admin');

    await change(id);

    const caller = status === 403 ? await signedInCaller(app()) : guest;
    const [shown, answer] = [await preview(caller, token), await accept(caller, token)];
    if (status === 403) {
      expectProblem(shown, 403, 'forbidden', { instance: PREVIEW });
      expectProblem(answer, 403, 'forbidden', { instance: ACCEPT });
    } else {
      expectInvalid(shown, PREVIEW);
      expectInvalid(answer);
    }
    if (status === 403) expect((await accept(guest, token)).status).toBe(200);
  });

  it('if altered, or without a session', async () => {
    const id = await createOrganization(owner);
    const token = await invite(owner, id, guest.email, 'admin');

    expectInvalid(
      await accept(
        guest,
        token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      ),
    );
    const anybody = new ApiCaller(app().url);
    expect((await preview(anybody, token)).status).toBe(401);
    expect((await accept(anybody, token)).status).toBe(401);
  });
});

async function withdraw(id: string): Promise<void> {
  const path = `/v1/organizations/${id}/invitations`;
  const { body } = await owner.get<{ data: { id: string }[] }>(path);
  expect((await owner.delete(`${path}/${body.data[0].id}`)).status).toBe(204);
  expect((await owner.delete(`${path}/${body.data[0].id}`)).status).toBe(404);
}

async function expire(id: string): Promise<void> {
  const rows = await app().runSql(
    `update organization_invitations set expires_at = expires_at - interval '7 days' where organization_id = ?
     returning extract(epoch from now() - expires_at) < 60 as was_seven_days`,
    [id],
  );
  expect(rows).toEqual([{ was_seven_days: true }]);
  const { body } = await owner.get<{ data: unknown[] }>(`/v1/organizations/${id}/invitations`);
  expect(body.data).toEqual([]);
}

describe('simultaneously', () => {
  it('several uses of one link create one member', async () => {
    const elsewhere = new ApiCaller(app().url);
    await elsewhere.post('/v1/sessions', { email: guest.email, password: PASSWORD });
    const id = await createOrganization(owner);
    const token = await invite(owner, id, guest.email, 'viewer');

    const answers = await Promise.all([guest, elsewhere, guest, elsewhere].map((one) => accept(one, token)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect(Object.keys(await rolesIn(id))).toHaveLength(2);
  });

  it("an admin who loses the right to invite can't complete an invitation", async () => {
    const id = await createOrganization(owner);
    const admin = await newMember(app(), owner, id, 'admin');
    const path = `/v1/organizations/${id}/invitations`;
    const answer = await changeMeanwhile(
      app(),
      { table: 'organizations', id },
      () => admin.post(path, { email: guest.email, role: 'viewer' }),
      [`update organization_members set role = 'viewer' where account_id = ?`, [admin.accountId]],
    );
    expectProblem(answer, 403, 'forbidden', { instance: path });
  });

  it('only one of withdrawal and acceptance succeeds', async () => {
    for (let round = 0; round < 4; round++) {
      const id = await createOrganization(owner);
      const path = `/v1/organizations/${id}/invitations`;
      const token = await invite(owner, id, guest.email, 'viewer');
      const { body } = await owner.get<{ data: { id: string }[] }>(path);

      const [accepted, withdrawn] = await Promise.all([
        accept(guest, token),
        owner.delete(`${path}/${body.data[0].id}`),
      ]);

      const isMember = guest.accountId in (await rolesIn(id));
      expect([accepted.status, withdrawn.status]).toEqual(isMember ? [200, 404] : [400, 204]);
    }
  });
});

it("removed or demoted members can't return through invitations they created", async () => {
  const id = await createOrganization(owner);
  const former = await newMember(app(), owner, id, 'owner');
  const other = await signedInCaller(app());
  const own = await invite(former, id, other.email, 'owner');
  const path = `/v1/organizations/${id}/members/${former.accountId}`;

  expect((await owner.call('PATCH', path, { body: { role: 'viewer' } })).status).toBe(200);
  expectInvalid(await accept(other, own));

  await owner.call('PATCH', path, { body: { role: 'admin' } });
  const second = await invite(former, id, other.email, 'admin');
  expect((await owner.delete(path)).status).toBe(204);
  expectInvalid(await accept(other, second));
});

it('admins can invite up to their own role', async () => {
  const id = await createOrganization(owner);
  const admin = await newMember(app(), owner, id, 'admin');
  const path = `/v1/organizations/${id}/invitations`;

  const answer = await admin.post(path, { email: 'new@example.com', role: 'owner' });

  expectProblem(answer, 403, 'forbidden', { instance: path });
  expect((await admin.post(path, { email: 'new@example.com', role: 'admin' })).status).toBe(201);
  const { body } = await owner.post<{ id: string }>(path, { email: 'new@example.com', role: 'owner' });
  expect((await admin.delete(`${path}/${body.id}`)).status).toBe(403);
  // It would replace the owner's invitation.
  expect((await admin.post(path, { email: 'new@example.com', role: 'viewer' })).status).toBe(403);
});
