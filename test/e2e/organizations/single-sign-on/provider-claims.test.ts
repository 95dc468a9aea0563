import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller } from '../../../support/api-caller.js';
import { startOpenIdIssuer, type OpenIdIssuer } from '../../../support/openid-issuer.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';
import { changeIdToken } from './id-tokens.js';
import { createCompany, setIssuer } from './organization-scene.js';
import { SsoBrowser } from './sso-browser.js';

const callbackOf = (id: string) => `http://localhost:3000/v1/sessions/oidc/${id}/callback`;

let issuer: OpenIdIssuer;
let app: TestApp;
let browser: SsoBrowser;
beforeAll(async () => {
  issuer = await startOpenIdIssuer({ redirectUri: callbackOf('oidc') });
  app = await startTestApp({ ...issuer.environment, ALLOWED_NETWORKS: '127.0.0.1' });
  // The administrator.
  await signedInCaller(app);
});
afterAll(async () => {
  await app.close();
  await issuer.stop();
});

let people = 0;
beforeEach(() => {
  people += 1;
  browser = new SsoBrowser(app);
  issuer.after = undefined;
  issuer.person = { sub: `sub-${people}`, email: `ada-${people}@example.org`, name: 'Ada Example' };
});

describe('what the provider says about a person', () => {
  const EMAIL = 'grace@bücher.example';
  const emailState = async () =>
    (
      await app.runSql('select email_state from accounts where id = ?', [
        (await browser.current()).body.account.id,
      ])
    )[0].email_state;
  /** Makes the ID token say this, beside what UserInfo says. */
  const idTokenSays = (claims: object) => {
    issuer.after = changeIdToken(issuer, { claims });
  };
  const email = () => EMAIL.replace('grace', `grace-${people}`);

  it.each([
    ['in UserInfo alone', {}, (own: string) => ({ email: own, email_verified: true }), 'verified'],
    ['in UserInfo alone, without the address', {}, () => ({ email_verified: true }), 'verified'],
    [
      'in UserInfo, which spells the address in another way',
      {},
      (own: string) => ({ email: own.replace('bücher', 'XN--BCHER-KVA'), email_verified: true }),
      'verified',
    ],
    ['of another address', {}, () => ({ email: 'eve@example.org', email_verified: true }), 'unverified'],
    [
      'in UserInfo, which the ID token denies',
      { email_verified: false },
      (own: string) => ({ email: own, email_verified: true }),
      'unverified',
    ],
    ['nowhere', {}, (own: string) => ({ email: own }), 'unverified'],
  ])('email_verified may be %s', async (_, inToken, inUserInfo, expected) => {
    issuer.person = { sub: issuer.person.sub, name: 'Grace', ...inUserInfo(email()) };
    idTokenSays({ email: email(), ...inToken });
    expect(await browser.signIn(issuer)).toBe('/');
    expect((await browser.current()).body.account.email).toBe(email());
    expect(await emailState()).toBe(expected);
  });

  it.each([
    ['name', { name: 'Ada Lovelace', given_name: 'A', family_name: 'L' }, 'Ada Lovelace'],
    ['given_name and family_name', { given_name: 'Ada', family_name: 'Lovelace' }, 'Ada Lovelace'],
    ['given_name', { name: ' ', given_name: 'Ada' }, 'Ada'],
    ['nothing', {}, ''],
  ])('the name may be in %s, of the ID token or UserInfo', async (_, names, expected) => {
    const { sub } = issuer.person;
    issuer.person = { sub, email: email(), email_verified: true, ...names };
    await browser.signIn(issuer);
    expect((await browser.current()).body.account.full_name).toBe(expected || email());

    browser = new SsoBrowser(app);
    people += 1;
    issuer.person = { sub: `${sub}-too`, email: email(), email_verified: true };
    idTokenSays({ email: email(), email_verified: true, ...names });
    await browser.signIn(issuer);
    expect((await browser.current()).body.account.full_name).toBe(expected || email());
  });

  it('is enough without UserInfo if the ID token has the address', async () => {
    idTokenSays({ email: email() });
    issuer.before = (context) => {
      if (context.path === '/me') context.status = 403;
    };
    expect(await browser.signIn(issuer)).toBe('/');
    expect(await emailState()).toBe('unverified');
    issuer.before = undefined;
  });
});

it('an address that has an account is refused in any spelling', async () => {
  const person = { full_name: 'Uma', email: 'uma@bücher.example', password: PASSWORD };
  expect((await new ApiCaller(app.url).post('/v1/accounts', person)).status).toBe(201);
  issuer.person = { ...issuer.person, email: 'uma@xn--bcher-kva.example', email_verified: true };
  expect(await browser.signIn(issuer)).toBe('/login?problem=email_taken');
});

/** Signs in, and returns what the log says about the failure. */
async function whyRefused(from = issuer, id = 'oidc'): Promise<[reason: string, why: string]> {
  app.logLines.length = 0;
  await browser.signIn(from, { id });
  const line = app.logLines.find((text) => text.includes('A sign-in with an identity provider failed'));
  const { reason, why } = JSON.parse(line!) as { reason: string; why: string };
  return [reason, why];
}

it('says in the log why a sign-in was refused', async () => {
  const { sub } = issuer.person;
  issuer.person = { sub };
  expect(await whyRefused()).toEqual(['forbidden', 'The identity provider gives no usable email address.']);
  issuer.person = { sub, email: (await signedInCaller(app)).email };
  expect(await whyRefused()).toEqual(['email_taken', 'email_taken']);
  issuer.denies = true;
  expect(await whyRefused()).toEqual(['cancelled', expect.stringContaining('access_denied')]);
  issuer.denies = false;
  issuer.after = changeIdToken(issuer, { claims: { nonce: 'another' } });
  expect(await whyRefused()).toEqual(['refused', 'unexpected JWT claim value encountered: nonce']);
  const callback = await browser.leave(issuer);
  browser.cookies.clear();
  app.logLines.length = 0;
  expect(await browser.arrive(callback)).toBe('/login?problem=expired');
  expect(app.logLines.join('')).toContain('The browser has no cookie of this sign-in');
});

it("says in the log why an organization's provider admits nobody", async () => {
  const company = await createCompany(app);
  const own = await startOpenIdIssuer({ redirectUri: callbackOf(company.id) });
  try {
    await setIssuer(company, own.issuer);
    own.person = { sub: 'ada', email: 'ada@example.org', email_verified: true };
    expect(await whyRefused(own, company.id)).toEqual([
      'foreign_address',
      'example.org is not a verified domain of the organization.',
    ]);
    own.person = { sub: 'ada', email: `ada@${company.domain}` };
    expect(await whyRefused(own, company.id)).toEqual([
      'foreign_address',
      'The provider does not say that the address is verified ("email_verified": true).',
    ]);
    own.person = { ...own.person, email_verified: true, groups: ['staff', 'pilots'] };
    expect(await whyRefused(own, company.id)).toEqual([
      'not_member',
      "The person has no account, and people can't join at sign-in.",
    ]);
    await setIssuer(company, own.issuer, {
      sign_up: true,
      groups_claim: 'groups',
      roles: { admins: 'admin' },
    });
    expect(await whyRefused(own, company.id)).toEqual([
      'no_role',
      'None of the groups in "groups" has a role, and there is no default role. 2 groups: staff, pilots',
    ]);
  } finally {
    await own.stop();
  }
});
