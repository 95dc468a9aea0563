import { describe, expect, it } from '@jest/globals';
import { EnvironmentReader } from '../../../../src/core/config/environment-reader.js';
import { identityProviders } from '../../../../src/core/config/identity-providers.js';

function read(environment: Record<string, string>) {
  const reader = new EnvironmentReader(environment);
  const providers = identityProviders(reader);
  return { providers, faults: reader.faults };
}

const ONE = {
  OIDC_ISSUER: 'https://a.example/staff/',
  OIDC_CLIENT_ID: 'weather',
  OIDC_CLIENT_SECRET: 'secret',
};

describe('identity providers', () => {
  it('are empty without settings', () => {
    expect(read({})).toEqual({ providers: [], faults: [] });
  });

  it('contain one for OIDC_ISSUER, keeping its trailing slash', () => {
    expect(read(ONE)).toEqual({
      providers: [
        {
          id: 'oidc',
          issuer: 'https://a.example/staff/',
          clientId: 'weather',
          clientSecret: 'secret',
          scopes: 'openid email profile',
          button: 'Continue with single sign-on',
        },
      ],
      faults: [],
    });
  });

  it('also include those of OIDC_PROVIDERS, each with its own settings', () => {
    const { providers, faults } = read({
      ...ONE,
      OIDC_PROVIDERS: 'google-work, entra',
      OIDC_GOOGLE_WORK_ISSUER: 'https://accounts.google.com',
      OIDC_GOOGLE_WORK_CLIENT_ID: 'g',
      OIDC_GOOGLE_WORK_CLIENT_SECRET: 'gs',
      OIDC_GOOGLE_WORK_SCOPES: 'openid email',
      OIDC_GOOGLE_WORK_BUTTON: 'Continue with Google',
      OIDC_ENTRA_ISSUER: 'http://localhost:8080',
      OIDC_ENTRA_CLIENT_ID: 'e',
      OIDC_ENTRA_CLIENT_SECRET: 'es',
    });
    expect(faults).toEqual([]);
    expect(providers.map(({ id, issuer, scopes, button }) => [id, issuer, scopes, button])).toEqual([
      ['oidc', 'https://a.example/staff/', 'openid email profile', 'Continue with single sign-on'],
      ['google-work', 'https://accounts.google.com', 'openid email', 'Continue with Google'],
      ['entra', 'http://localhost:8080', 'openid email profile', 'Continue with single sign-on'],
    ]);
  });

  it.each([
    ['OIDC_ISSUER', { ...ONE, OIDC_ISSUER: 'http://a.example' }],
    ['OIDC_ISSUER', { ...ONE, OIDC_ISSUER: 'a.example' }],
    ['OIDC_ISSUER', { ...ONE, OIDC_ISSUER: 'https://a.example/?x=1' }],
    ['OIDC_ISSUER', { ...ONE, OIDC_ISSUER: 'https://user:password@a.example/' }],
    ['OIDC_ISSUER', { ...ONE, OIDC_ISSUER: 'https://a.example/.well-known/openid-configuration' }],
    ['OIDC_ISSUER', { ...ONE, OIDC_ISSUER: '' }],
    ['OIDC_CLIENT_ID', { ...ONE, OIDC_CLIENT_ID: '' }],
    ['OIDC_CLIENT_SECRET', { ...ONE, OIDC_CLIENT_SECRET: ' ' }],
    ['OIDC_SCOPES', { ...ONE, OIDC_SCOPES: 'email' }],
    [
      'OIDC_PROVIDERS',
      {
        ...ONE,
        OIDC_PROVIDERS: 'two',
        OIDC_TWO_ISSUER: ONE.OIDC_ISSUER,
        OIDC_TWO_CLIENT_ID: 'x',
        OIDC_TWO_CLIENT_SECRET: 'x',
      },
    ],
  ])('reports an invalid %s, and nothing else', (name, environment) => {
    const { faults } = read(environment);
    expect(faults.map((fault) => fault.split(' ', 1)[0])).toEqual([name]);
    expect(faults.join('\n')).not.toContain('password');
  });

  it('must all be named in OIDC_PROVIDERS', () => {
    const { faults } = read({ ...ONE, OIDC_GOOGLE_WORK_ISSUER: 'https://b.example', OIDC_OKTA_ISSUER: '' });
    expect(faults).toEqual(['OIDC_PROVIDERS must name the provider of OIDC_GOOGLE_WORK_ISSUER.']);
  });

  it.each(['Entra', 'oidc', 'a b', 'link', 'passkey', 'password'])('can’t be called %s', (name) => {
    expect(read({ OIDC_PROVIDERS: name }).faults[0]).toContain(`OIDC_PROVIDERS has "${name}"`);
  });
});
