/** @slow */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { endSessionsOfOrganization } from '../../../../src/accounts/sessions/end-sessions.js';
import { AttemptsService } from '../../../../src/core/attempts/attempts.service.js';
import { signedInCaller, type SignedInCaller } from '../../../support/api-caller.js';
import { addTotp, totpCode } from '../../../support/factors.js';
import { startOpenIdIssuer, type OpenIdIssuer } from '../../../support/openid-issuer.js';
import { join, newMember } from '../../../support/organization-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';
import { type Company, createCompany, setIssuer } from './organization-scene.js';
import { SsoBrowser } from './sso-browser.js';

const callbackOf = (id: string) => `http://localhost:3000/v1/sessions/oidc/${id}/callback`;

let app: TestApp;
let administrator: SignedInCaller;
let company: Company;
let rival: Company;
/** The company's issuer, which the rival may use as well. */
let issuer: OpenIdIssuer;
let browser: SsoBrowser;
beforeAll(async () => {
  app = await startTestApp({ ALLOWED_NETWORKS: '127.0.0.1' });
  administrator = await signedInCaller(app);
  company = await createCompany(app);
  rival = await createCompany(app);
  issuer = await startOpenIdIssuer({ redirectUri: [callbackOf(company.id), callbackOf(rival.id)] });
});
afterAll(async () => {
  await app.close();
  await issuer.stop();
});

let people = 0;
beforeEach(async () => {
  people += 1;
  browser = new SsoBrowser(app);
  // All accounts come from one network, whose registrations are throttled.
  await app.app.get(AttemptsService).clear('registration', '127.0.0.1');
  issuer.person = person(`ada-${people}@${company.domain}`);
  expect((await set({ sign_up: true, default_role: 'viewer' })).status).toBe(200);
});

const person = (email: string) => ({ sub: `sub-${people}`, email, email_verified: true, name: 'Ada' });
const set = (body: object = {}) => setIssuer(company, issuer.issuer, body);
const signIn = (at = company) => browser.signIn(issuer, { id: at.id });
const failed = (reason: string) => `/login?problem=${reason}`;

async function roleIn({ owner, id }: Company, email: string): Promise<string | undefined> {
  const path = `/v1/organizations/${id}/members?limit=100`;
  const { data } = (await owner.get<{ data: { email: string; role: string }[] }>(path)).body;
  return data.find((member) => member.email === email)?.role;
}

/** Connects the caller's account to the person at the company's issuer. Returns where that leads. */
async function connect(caller: SignedInCaller, meanwhile?: () => Promise<unknown>): Promise<string> {
  const own = new SsoBrowser(app);
  own.cookies.set('session', caller.cookie!.replace('session=', ''));
  const answer = await own.open('/v1/accounts/me/identities', {
    method: 'POST',
    body: JSON.stringify({ provider: company.id }),
    headers: { 'content-type': 'application/json' },
  });
  if (answer.status !== 201) return String(answer.status);
  const callback = await issuer.signIn(((await answer.json()) as { url: string }).url);
  await meanwhile?.();
  return own.arrive(callback);
}

/** Creates a member who registered with a password and connected the issuer. */
async function connectedMember(role: 'owner' | 'viewer' = 'viewer'): Promise<SignedInCaller> {
  const member = await newMember(app, company.owner, company.id, role);
  expect(await connect(member)).toBe('/account');
  return member;
}

describe('a person who signs in with it', () => {
  it('becomes a member with an account, and gets the same account again', async () => {
    const { email } = issuer.person;
    expect(await signIn()).toBe('/');
    const { session, account } = (await browser.current()).body;
    expect(session).toMatchObject({ method: company.id, organization_id: company.id });
    expect(account).toMatchObject({ email, role: 'member' });
    expect(await roleIn(company, email!)).toBe('viewer');
    await set();
    const again = new SsoBrowser(app);
    await again.signIn(issuer, { id: company.id });
    expect((await again.current()).body.account).toEqual(account);
    expect(await roleIn(company, email!)).toBe('viewer');
  });

  it.each([
    ['of nobody', {}, { email: undefined }],
    ["of the rival's domain", {}, { email: () => `ada@${rival.domain}` }],
    ['of a domain below', {}, { email: () => `ada@sub.${company.domain}` }],
    ['of a look-alike', {}, { email: () => `ada@${company.domain.replace('company', 'ｃompany')}` }],
    ['with the domain before', {}, { email: () => `ada@${company.domain}@evil.example` }],
    ['that is not verified', {}, { email_verified: false }],
    ['that is verified in words', {}, { email_verified: 'true' as unknown as boolean }],
  ])('is refused with an address %s', async (_, __, { email, ...claims }: Record<string, unknown>) => {
    const address = typeof email === 'function' ? (email as () => string)() : email;
    issuer.person = {
      ...issuer.person,
      ...claims,
      ...((email !== undefined || !('email_verified' in claims)) && { email: address as string }),
    };
    expect(await signIn()).toBe(failed('foreign_address'));
    expect((await browser.current()).status).toBe(401);
  });

  it('is refused as a newcomer, unless sign-up is enabled and gives a role', async () => {
    await set({ default_role: 'viewer' });
    expect(await signIn()).toBe(failed('not_member'));
    await set({ sign_up: true });
    expect(await signIn()).toBe(failed('no_role'));
    const { email } = issuer.person;
    expect(await app.runSql('select 1 from accounts where email = ?', [email])).toEqual([]);
  });

  it("gets no existing account, even with the same address, and never an administrator's account", async () => {
    const member = await newMember(app, company.owner, company.id, 'viewer');
    await app.runSql(`update accounts set email = ?, email_key = ?, email_state = 'required' where id = ?`, [
      issuer.person.email,
      issuer.person.email,
      member.accountId,
    ]);
    expect(await signIn()).toBe(failed('email_taken'));
    expect(await app.runSql('select status from accounts where id = ?', [member.accountId])).toEqual([
      { status: 'active' },
    ]);

    const promoted = await connectedMember();
    expect(await signIn()).toBe('/');
    await app.runSql(`update accounts set role = 'admin' where id = ?`, [promoted.accountId]);
    expect((await browser.current()).status).toBe(401);
    expect(await signIn()).toBe(failed('not_member'));
    expect((await promoted.get('/v1/sessions/current')).status).toBe(200);
  });

  it.each([
    ["another organization's", 'organization_id'],
    ["the installation's", 'null'],
  ])('gets no account of %s with the same issuer and subject', async (_, vouchedForBy) => {
    await signIn();
    const { account } = (await browser.current()).body;
    await app.runSql(`update identities set organization_id = ${vouchedForBy} where account_id = ?`, [
      account.id,
    ]);
    await setIssuer(rival, issuer.issuer, { sign_up: true, default_role: 'admin' });
    issuer.person = { ...issuer.person, email: `ada-${people}@${rival.domain}` };
    const eve = new SsoBrowser(app);
    expect(await eve.signIn(issuer, { id: rival.id })).toBe('/');
    expect((await eve.current()).body.account.id).not.toBe(account.id);
  });

  it.each([
    ['the highest role of their groups', ['staff', 'boss'], 'admin'],
    ['that of one group', 'staff', 'developer'],
    ['the default role without groups', undefined, 'viewer'],
    ['the default role with groups that are none', { staff: true }, 'viewer'],
    ['the default role with names of objects', ['constructor', '__proto__'], 'viewer'],
  ])('gets %s, at each sign-in', async (_, groups, role) => {
    const { email } = issuer.person;
    await set({
      sign_up: true,
      default_role: 'viewer',
      groups_claim: 'groups',
      roles: { staff: 'developer', boss: 'admin' },
    });
    await signIn();
    expect(await roleIn(company, email!)).toBe('viewer');
    issuer.person = { ...issuer.person, groups };
    expect(await signIn()).toBe('/');
    expect(await roleIn(company, email!)).toBe(role);
  });

  it('is refused without a role, except for owners, who stay owners', async () => {
    const member = await connectedMember();
    const groups = { groups_claim: 'groups', roles: { staff: 'developer' } };
    await set(groups);
    expect(await signIn()).toBe(failed('no_role'));
    people += 1;
    issuer.person = { ...person(`boss@${company.domain}`), groups: ['staff'] };
    const owner = await connectedMember('owner');
    expect(await signIn()).toBe('/');
    expect(await roleIn(company, owner.email)).toBe('owner');
    expect(await roleIn(company, member.email)).toBe('viewer');
  });

  it('gets as few accounts from one network as by registering', async () => {
    const attempts = app.app.get(AttemptsService);
    while (await attempts.mayAttempt('registration', '127.0.0.1'));
    expect(await signIn()).toBe(failed('too_many_attempts'));
    await attempts.clear('registration', '127.0.0.1');
    expect(await signIn()).toBe('/');
  });

  it('must provide the second factor of the account', async () => {
    const member = await connectedMember();
    const { secret } = await addTotp(app, member);
    const token = (await signIn()).split('#token=')[1];
    expect((await browser.current()).status).toBe(401);
    const { body } = await browser.caller().post('/v1/sessions/factor', { token, code: totpCode(secret) });
    expect(body).toMatchObject({ session: { organization_id: company.id } });
  });

  it("must start on the service's own pages, and return to the same issuer", async () => {
    const startFrom = async (site: string) => {
      const headers = { 'sec-fetch-site': site, 'sec-fetch-dest': 'document' };
      return (await browser.open(`/v1/sessions/oidc/${company.id}`, { headers })).status;
    };
    // A link clicked in a mail client has "none".
    for (const site of ['cross-site', 'same-site', 'none'])
      expect([site, await startFrom(site)]).toEqual([site, 403]);
    expect(await startFrom('same-origin')).toBe(303);
    const callback = await browser.leave(issuer, { id: company.id });
    const other = await browser.leave(issuer, { id: company.id });
    other.pathname = `/v1/sessions/oidc/${rival.id}/callback`;
    expect(await browser.arrive(other)).toMatch(/problem=expired$|not_found/);
    expect(await browser.arrive(callback)).toBe(failed('expired'));

    const before = await browser.leave(issuer, { id: company.id });
    await set({ sign_up: true, default_role: 'viewer' });
    let isAsked = false;
    issuer.before = () => {
      isAsked = true;
    };
    expect([await browser.arrive(before), isAsked]).toEqual([failed('expired'), false]);
    issuer.before = undefined;
  });
});

describe('connecting', () => {
  it('is only for members with an address of the company, except administrators', async () => {
    expect(await connect(await signedInCaller(app))).toBe('404');
    const member = await newMember(app, company.owner, company.id, 'viewer');
    issuer.person = { ...issuer.person, email: `ada@${rival.domain}` };
    expect(await connect(member)).toBe('/account?problem=foreign_address');
    issuer.person = person(`ada-${people}@${company.domain}`);
    await join(company.owner, company.id, administrator, 'viewer');
    expect(await connect(administrator)).toBe('/account?problem=not_member');
    const identities = `select 1 from identities where organization_id = ? and account_id in (?, ?)`;
    expect(await app.runSql(identities, [company.id, member.accountId, administrator.accountId])).toEqual([]);

    expect(await connect(member)).toBe('/account');
    const { data } = (
      await member.get<{ data: { id: string; issuer: string; organization_id: string }[] }>(
        '/v1/accounts/me/identities',
      )
    ).body;
    expect(data.map((identity) => [identity.issuer, identity.organization_id])).toEqual([
      ['password', null],
      [issuer.issuer, company.id],
    ]);
    // This identity doesn't sign in to the account, so the last one that does can't be removed.
    expectProblem(await member.delete(`/v1/accounts/me/identities/${data[0].id}`), 409, 'conflict', {
      instance: `/v1/accounts/me/identities/${data[0].id}`,
    });
  });
});

it('connecting checks for the factor again when the browser returns', async () => {
  const member = await newMember(app, company.owner, company.id, 'viewer');
  const require = (required: boolean) =>
    app.runSql('update organizations set require_factor = ? where id = ?', [required, company.id]);
  expect(await connect(member, () => require(true))).toBe('/account?problem=factor_required');
  await addTotp(app, member);
  const lose = () => app.runSql('delete from factors where account_id = ?', [member.accountId]);
  expect(await connect(member, lose)).toBe('/account?problem=factor_required');
  await addTotp(app, member);
  expect(await connect(member)).toBe('/account');
  await require(false);
});

describe('the sessions end', () => {
  it.each<[string, (accountId: string) => Promise<unknown>]>([
    ['the issuer is set again', () => set({ sign_up: true })],
    ['the issuer is removed', () => company.owner.delete(company.path)],
    [
      'the member is removed',
      (accountId) => company.owner.delete(`/v1/organizations/${company.id}/members/${accountId}`),
    ],
  ])('once %s', async (_, end) => {
    await signIn();
    const { account } = (await browser.current()).body;
    await end(String(account.id));
    expect((await browser.current()).status).toBe(401);
    expect((await company.owner.get('/v1/sessions/current')).status).toBe(200);
  });

  it('even if one is just being completed with a second factor', async () => {
    const member = await connectedMember();
    const { secret } = await addTotp(app, member);
    const token = (await signIn()).split('#token=')[1];
    let finishing: Promise<{ status: number }> | undefined;
    await app.app
      .get(MikroORM)
      .em.fork()
      .transactional(async (em) => {
        await endSessionsOfOrganization(em, company.id);
        finishing = browser.caller().post('/v1/sessions/factor', { token, code: totpCode(secret) });
        const waits = () => app.runSql('select 1 from pg_locks where not granted');
        while ((await waits()).length === 0) await sleep(20);
      });
    expect((await finishing)!.status).toBe(400);
    expect(await app.runSql('select 1 from sessions where method = ?', [company.id])).toEqual([]);
  });

  it('once the domain is lost or the organization is deleted', async () => {
    const other = await createCompany(app);
    const theirs = await startOpenIdIssuer({ redirectUri: callbackOf(other.id) });
    theirs.person = person(`ada@${other.domain}`);
    await setIssuer(other, theirs.issuer, { sign_up: true, default_role: 'viewer' });
    expect(await browser.signIn(theirs, { id: other.id })).toBe('/');
    const path = `/v1/organizations/${other.id}/domains`;
    const [{ id }] = (await other.owner.get<{ data: { id: string }[] }>(path)).body.data;
    await other.owner.delete(`${path}/${id}`);
    expect((await browser.current()).status).toBe(401);
    expect(await browser.signIn(theirs, { id: other.id })).toBe(failed('foreign_address'));

    await other.owner.post(path, { domain: other.domain });
    await app.runSql('update organization_domains set verified_at = now() where domain = ?', [other.domain]);
    expect(await browser.signIn(theirs, { id: other.id })).toBe('/');
    await other.owner.delete(`/v1/organizations/${other.id}`);
    expect((await browser.current()).status).toBe(401);
    expect(await app.runSql('select 1 from identities where organization_id = ?', [other.id])).toEqual([]);
    await theirs.stop();
  });
});
