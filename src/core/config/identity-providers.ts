import type { EnvironmentReader } from './environment-reader.js';

/** An OpenID provider for signing in, with the service's registration there. */
export interface IdentityProviderSettings {
  /** In kebab case, unique. */
  id: string;
  /** Exactly as the provider writes it: some end with a slash. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Separated by spaces; must include `openid`. */
  scopes: string;
  /** The label of its button on the sign-in page. */
  button: string;
}

const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const THE_ONLY_ONE = 'oidc';
/** Taken by the provider in `OIDC_ISSUER`, and by what sessions record for other ways to sign in. */
const RESERVED = [THE_ONLY_ONE, 'password', 'link', 'passkey'];
const REQUIRED = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'];
const OPTIONAL = ['SCOPES', 'BUTTON'];

/** Reads the provider in `OIDC_ISSUER` etc., and those named in `OIDC_PROVIDERS`, each with its own settings. */
export function identityProviders(reader: EnvironmentReader): IdentityProviderSettings[] {
  const names = reader.list('OIDC_PROVIDERS');
  for (const name of names)
    if (!ID.test(name) || RESERVED.includes(name))
      reader.fault('OIDC_PROVIDERS', `has "${name}"; expected names such as entra or google-work`, undefined);
  // All settings are read even if unused, which registers their names as known.
  const given = [...OPTIONAL, ...REQUIRED].filter((setting) => reader.text(`OIDC_${setting}`) !== undefined);
  const only = REQUIRED.some((setting) => given.includes(setting))
    ? [provider(reader, THE_ONLY_ONE, 'OIDC')]
    : [];
  const others = [...new Set(names)].map((id) => provider(reader, id, prefixOf(id)));
  const issuersRead = names.map((id) => `${prefixOf(id)}_ISSUER`);
  for (const name of reader.given(/^OIDC_\w+_ISSUER$/))
    if (!issuersRead.includes(name))
      reader.fault('OIDC_PROVIDERS', `must name the provider of ${name}`, undefined);
  const providers = [...only, ...others];
  const issuers = new Set(providers.map(({ issuer }) => issuer));
  if (issuers.size < providers.length)
    reader.fault('OIDC_PROVIDERS', 'has two providers with the same issuer', undefined);
  return providers;
}

function prefixOf(id: string): string {
  return `OIDC_${id.toUpperCase().replaceAll('-', '_')}`;
}

function provider(reader: EnvironmentReader, id: string, prefix: string): IdentityProviderSettings {
  const issuer = reader.text(`${prefix}_ISSUER`) ?? '';
  if (!isIssuer(issuer))
    reader.fault(
      `${prefix}_ISSUER`,
      'must be an https URL without a query, a fragment or /.well-known/',
      undefined,
    );
  const scopes = reader.text(`${prefix}_SCOPES`) ?? 'openid email profile';
  if (!scopes.split(/\s+/).includes('openid'))
    reader.fault(`${prefix}_SCOPES`, 'must contain openid', undefined);
  return {
    id,
    issuer,
    clientId: required(reader, `${prefix}_CLIENT_ID`),
    clientSecret: required(reader, `${prefix}_CLIENT_SECRET`),
    scopes,
    button: reader.text(`${prefix}_BUTTON`) ?? 'Continue with single sign-on',
  };
}

function required(reader: EnvironmentReader, name: string): string {
  return reader.text(name) ?? reader.fault(name, 'is required', '');
}

/** Providers on this machine may use plain http, for trying things out. */
function isIssuer(text: string): boolean {
  const isLocal = URL.canParse(text) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(text).hostname);
  return isIssuerUrl(text, isLocal);
}

/** Whether the text is a valid issuer (OpenID Connect Discovery 1.0, section 2). */
export function isIssuerUrl(text: string, mayBeHttp: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username } = new URL(text);
  if (protocol !== 'https:' && !(protocol === 'http:' && mayBeHttp)) return false;
  // The library would read metadata from such a URL, whatever issuer they name.
  if (pathname.includes('/.well-known/')) return false;
  return search === '' && hash === '' && username === '';
}
