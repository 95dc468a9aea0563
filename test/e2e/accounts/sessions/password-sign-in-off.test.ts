import { beforeAll, describe, expect, it } from '@jest/globals';
import { SignInMethodsService } from '../../../../src/accounts/sessions/sign-in-methods.service.js';
import { ApiCaller, PASSWORD, signedInCaller, type SignedInCaller } from '../../../support/api-caller.js';
import { SoftwarePasskey } from '../../../support/passkeys.js';
import { expectProblem } from '../../../support/problems.js';
import { startTestApp, useTestApp } from '../../../support/test-app.js';

const OPTIONS = { challenge: 'x', rpId: 'localhost' };
const FEATURES = './test/extension/src/company-sign-in/company-sign-in.feature.ts';

it("requires another way to sign in, or the service doesn't start", async () => {
  await expect(startTestApp({ PASSWORD_SIGN_IN: 'off' })).rejects.toThrow(
    'PASSWORD_SIGN_IN must not be off: there is no other way to sign in.',
  );
});

describe('with another way', () => {
  const app = useTestApp({ FEATURES, COMPANY_KEYS_URL: 'http://localhost', PASSWORD_SIGN_IN: 'off' });
  const register = (email: string) =>
    new ApiCaller(app().url).post('/v1/accounts', { full_name: 'Ada', email, password: PASSWORD });
  let owner: ApiCaller;
  beforeAll(() => {
    owner = new ApiCaller(app().url);
  });

  it('is reported to the sign-in page', async () => {
    expect((await owner.get('/v1/sessions/methods')).body).toEqual({
      password: false,
      providers: [
        { id: 'company', issuer: null, title: 'Continue with Example', url: '/v1/sessions/company' },
      ],
      password_reset: false,
      passkeys: false,
    });
  });

  it('lets the administrator register, and refuses everything else that involves passwords', async () => {
    const { status, body } = await register('admin@example.com');
    expect([status, body.role]).toEqual([201, 'admin']);

    const forbidden: [string, object][] = [
      ['/v1/accounts', { full_name: 'Ada', email: 'ada@example.com', password: PASSWORD }],
      ['/v1/sessions', { email: 'admin@example.com', password: PASSWORD }],
      ['/v1/password-resets', { email: 'admin@example.com' }],
      ['/v1/password-resets/complete', { token: 'x', new_password: PASSWORD }],
    ];
    for (const [instance, sent] of forbidden)
      expectProblem(await owner.post(instance, sent), 403, 'forbidden', {
        instance,
        detail: 'This service has no sign-in with passwords.',
      });
    // Only the provider decides who may sign in.
    for (const [instance, sent] of [
      ['/v1/sessions/passkey/options', undefined],
      ['/v1/sessions/passkey', { credential: new SoftwarePasskey('http://localhost').get(OPTIONS) }],
    ] as const)
      expectProblem(await owner.post(instance, sent), 403, 'forbidden', {
        instance,
        detail: 'This service has no sign-in with passkeys.',
      });
  });
});

describe('a way to sign in', () => {
  const app = useTestApp();
  let methods: SignInMethodsService;
  let caller: SignedInCaller;
  beforeAll(async () => {
    methods = app().app.get(SignInMethodsService);
    caller = await signedInCaller(app());
  });

  it.each([
    { id: 'Company', title: 'Company', url: '/v1/company' },
    { id: 'password', title: 'Company', url: '/v1/company' },
    { id: 'company', title: ' ', url: '/v1/company' },
    { id: 'company', title: 'Company', url: 'https://example.com/' },
    { id: 'company', title: 'Company', url: '//example.com/' },
  ])('is rejected as %j', async (provider) => {
    expect(() => methods.add(provider)).toThrow(/has a wrong value/);
    expect((await caller.get('/v1/sessions/methods')).body.providers).toEqual([]);
  });

  it('is rejected if its ID is taken', () => {
    const provider = { id: 'company', title: 'Company', url: '/v1/company' };
    methods.add(provider);

    expect(() => methods.add(provider)).toThrow('Two sign-in providers have the ID "company".');
  });
});
