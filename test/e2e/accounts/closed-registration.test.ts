import { beforeAll, expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ REGISTRATION: 'closed' });
const instance = '/v1/accounts';
const register = (caller: ApiCaller, email: string) =>
  caller.post(instance, { full_name: 'Ada', email, password: PASSWORD });
let admin: SignedInCaller;
beforeAll(async () => {
  admin = await signedInCaller(app());
});

it('lets the first account register and makes it the administrator', async () => {
  expect((await admin.get('/v1/accounts/me')).body.role).toBe('admin');
});

it('rejects everyone else, whether the address is taken or not', async () => {
  const taken = await register(new ApiCaller(app().url), admin.email);
  const free = await register(new ApiCaller(app().url), 'free@example.com');

  expectProblem(free, 403, 'forbidden', { instance });
  expect(taken.body).toEqual(free.body);
});

it('lets administrators, but not members, create accounts', async () => {
  const { status, body } = await register(admin, 'created@example.com');
  expect([status, body.role]).toEqual([201, 'member']);
  const member = new ApiCaller(app().url);
  await member.post('/v1/sessions', { email: 'created@example.com', password: PASSWORD });

  expectProblem(await register(member, 'another@example.com'), 403, 'forbidden', { instance });

  const [event] = (await admin.get<{ data: unknown[] }>('/v1/audit?action=account.created&limit=1')).body
    .data;
  expect(event).toMatchObject({ actor: { account_id: admin.accountId }, account_id: body.id });
});

it("rejects another site's page even with the administrator's cookie", async () => {
  const answer = await admin.post(
    instance,
    { full_name: 'Ada', email: 'planted@example.com', password: PASSWORD },
    { 'sec-fetch-site': 'cross-site' },
  );

  expectProblem(answer, 403, 'cross_site_request', { instance });
});
