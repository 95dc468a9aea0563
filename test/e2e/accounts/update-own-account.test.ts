import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

describe('200', () => {
  const change = (caller: ApiCaller, body: unknown) => caller.call('PATCH', '/v1/accounts/me', { body });

  it('changes the given members, trimmed, and nothing else', async () => {
    const caller = await signedInCaller(app());
    const before = (await caller.get('/v1/accounts/me')).body;
    await app().runSql(`update accounts set updated_at = updated_at - interval '1 hour'`);

    const { status, body } = await change(caller, { full_name: ' Ada ', organization: 'Engines' });

    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      full_name: 'Ada',
      organization: 'Engines',
      updated_at: expect.any(String) as unknown,
    });
    expect(Date.now() - Date.parse(body.updated_at as string)).toBeLessThan(60_000);
    expect((await caller.get('/v1/accounts/me')).body).toEqual(body);
  });

  it('removes the organization when it is null', async () => {
    const caller = await signedInCaller(app());
    await change(caller, { organization: 'Engines' });

    expect((await change(caller, {})).body.organization).toBe('Engines');
    expect((await change(caller, { organization: null })).body.organization).toBeNull();
  });

  it('signs in with the new address, and frees the old one', async () => {
    const caller = await signedInCaller(app());
    const email = `New.${caller.email}`;
    expect((await change(caller, { email: ` ${email} ` })).body.email).toBe(email);

    const signIn = (address: string) =>
      new ApiCaller(app().url).post('/v1/sessions', { email: address, password: PASSWORD });
    expect((await signIn(email.toLowerCase())).status).toBe(201);
    expect((await signIn(caller.email)).status).toBe(401);
    const anew = { full_name: 'Next', email: caller.email, password: PASSWORD };
    expect((await caller.post('/v1/accounts', anew)).status).toBe(201);
  });

  it('accepts the current address in another case', async () => {
    const caller = await signedInCaller(app());

    const { status, body } = await change(caller, { email: caller.email.toUpperCase() });

    expect([status, body.email]).toEqual([200, caller.email.toUpperCase()]);
  });

  it('leaves the account untouched if nothing changes', async () => {
    const caller = await signedInCaller(app());
    await app().runSql(`update accounts set updated_at = '2026-01-01' where id = ?`, [caller.accountId]);

    const { body } = await change(caller, { full_name: 'A Member', email: caller.email, organization: null });

    expect(body.updated_at).toBe('2026-01-01T00:00:00Z');
  });
});

describe('400', () => {
  const instance = '/v1/accounts/me';
  let caller: SignedInCaller;
  beforeAll(async () => {
    caller = await signedInCaller(app());
  });

  it.each([
    ['/full_name', { full_name: '' }],
    ['/full_name', { full_name: null }],
    ['/full_name', { full_name: '🌩'.repeat(101) }],
    ['/email', { email: 'nobody' }],
    ['/email', { email: null }],
    ['/organization', { organization: ' ' }],
    ['/organization', { organization: 7 }],
    ['/password', { password: 'another quiet morning' }],
    ['/id', { id: 'acc_01ARZ3NDEKTSV4RRFFQ69G5FAV' }],
  ])('rejects an invalid %s: %j', async (pointer, body) => {
    const answer = await caller.call('PATCH', instance, { body });

    expectProblem(answer, 400, 'invalid_parameter', { instance, pointers: [pointer] });
  });
});

describe('403', () => {
  it.each([
    ['their own path', () => '/v1/accounts/me'],
    ["an administrator's path", (accountId: string) => `/v1/accounts/${accountId}`],
  ])('needs a fresh sign-in to change the address, on %s', async (_, pathOf) => {
    const caller = await signedInCaller(app());
    await app().runSql(`update accounts set role = 'admin' where id = ?`, [caller.accountId]);
    const instance = pathOf(caller.accountId);
    const patch = (body: unknown) => caller.call('PATCH', instance, { body });
    const ageSession = (interval: string) =>
      app().runSql(`update sessions set authenticated_at = now() - ?::interval where account_id = ?`, [
        interval,
        caller.accountId,
      ]);
    const email = `new.${caller.email}`;
    await ageSession('10 minutes');

    expectProblem(await patch({ full_name: 'Changed', email }), 403, 'fresh_sign_in_required', { instance });
    expect((await caller.get(instance)).body).toMatchObject({ full_name: 'A Member', email: caller.email });
    const sameAddress = { full_name: 'Changed', email: caller.email.toUpperCase() };
    expect((await patch(sameAddress)).status).toBe(200);

    await ageSession('9 minutes');
    expect((await patch({ email })).status).toBe(200);
  });
});

describe('409', () => {
  const instance = '/v1/accounts/me';

  it('rejects an address that belongs to another account, whatever its case, and changes nothing else', async () => {
    const caller = await signedInCaller(app());
    const other = await signedInCaller(app());

    const body = { full_name: 'Changed', email: other.email.toUpperCase() };
    const answer = await caller.call('PATCH', instance, { body });

    expectProblem(answer, 409, 'email_taken', { instance });
    expect((await caller.get(instance)).body).toMatchObject({ full_name: 'A Member', email: caller.email });
  });

  it('gives an address that several accounts request at once to one of them', async () => {
    const callers = [await signedInCaller(app()), await signedInCaller(app()), await signedInCaller(app())];

    const body = { email: 'wanted@example.com' };
    const answers = await Promise.all(callers.map((caller) => caller.call('PATCH', instance, { body })));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});
