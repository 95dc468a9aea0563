import {
  allowInsecureRequests,
  type AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration as ClientConfiguration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  type ServerMetadata,
} from 'openid-client';
import type { IdentityClaims } from '../accounts/identities/identity-claims.types.js';
import { boundedFetch } from '../common/outbound/bounded-fetch.js';
import type { OutboundFetch } from '../common/outbound/guarded-fetch.js';
import type { IdentityProviderSettings } from '../config/identity-providers.js';
import { isEmailVerified } from './email-verified.js';
import { SignInFailure } from './sign-in-failure.js';
import type { SignInSecrets } from './sign-in-secrets.js';

/** Under which people sign in with providers: a path of this service. */
export const SINGLE_SIGN_ON = '/v1/sessions/oidc';

const TIMEOUT_MS = 8_000;
const METADATA_LIFETIME_MS = 3_600_000;
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

/** As a provider is asked: the installation's by its settings, an organization's by what its owner set. */
export interface OpenIdProviderSettings extends Omit<IdentityProviderSettings, 'button'> {
  /** Whose provider it is; undefined for the installation's. */
  organizationId?: string;
  /** Of an organization's: when that was. */
  setAt?: Date;
  /** In which it names the groups of a person. */
  groupsClaim?: string;
}

/** Who came back from a provider. */
export interface SignedInPerson {
  claims: IdentityClaims;
  /** Of the claim that the settings name. */
  groups: string[];
  /** When they last proved to the provider who they are; null where it does not say. */
  authenticatedAt: Date | null;
}

/** One OpenID provider, asked by the authorization code flow with PKCE (OpenID Connect Core 1.0, section 3.1). */
export class OpenIdProvider {
  private metadata?: { value: ServerMetadata; readAtMs: number };

  /** @param redirectUri our callback, of this provider alone, so that none can pass for another */
  constructor(
    readonly settings: OpenIdProviderSettings,
    private readonly redirectUri: string,
    private readonly fetch: OutboundFetch,
  ) {}

  /** Of sign-ins that have left for it. A provider that is set again is another one: it gets no code of the first. */
  get pendingId(): string {
    const { id, setAt } = this.settings;
    return setAt === undefined ? id : `${id}@${setAt.toISOString()}`;
  }

  /**
   * Where the browser goes to sign in.
   * @param isAnew whether the provider shall ask who they are, even if it remembers
   * @throws SignInFailure unavailable
   */
  async authorizationUrl({ state, nonce, codeVerifier }: SignInSecrets, isAnew: boolean): Promise<string> {
    const client = await this.client();
    const url = buildAuthorizationUrl(client, {
      redirect_uri: this.redirectUri,
      scope: this.settings.scopes,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(isAnew && { prompt: 'login', max_age: '0' }),
    });
    return url.href;
  }

  /**
   * That the provider describes itself as the settings say.
   * @throws SignInFailure unavailable
   */
  async describe(): Promise<void> {
    await this.client();
  }

  /**
   * Who signed in, by the query that the callback got.
   * @throws SignInFailure cancelled, refused or unavailable
   */
  async person(query: string, { state, nonce, codeVerifier }: SignInSecrets): Promise<SignedInPerson> {
    const client = await this.client();
    try {
      const tokens = await authorizationCodeGrant(client, new URL(`${this.redirectUri}${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const idToken = tokens.claims()!;
      if (!SUBJECT.test(idToken.sub)) throw new Error('The subject is not 1 to 255 ASCII characters.');
      const { groupsClaim } = this.settings;
      const isWhole = ['email', groupsClaim ?? 'email'].every((claim) => idToken[claim] !== undefined);
      // Many providers say the address, or the groups, there alone.
      const userInfo: Record<string, unknown> = isWhole
        ? {}
        : await fetchUserInfo(client, tokens.access_token, idToken.sub);
      return {
        // What is said of an address counts for the address beside it.
        claims: this.claimsOf(idToken.email === undefined ? userInfo : idToken),
        groups: groupsClaim === undefined ? [] : textsOf(idToken[groupsClaim] ?? userInfo[groupsClaim]),
        authenticatedAt: authenticationTime(idToken),
      };
    } catch (error) {
      throw failureOf(error);
    }
  }

  private claimsOf(said: Record<string, unknown>): IdentityClaims {
    const { sub, email, name } = said;
    return {
      issuer: this.settings.issuer,
      organizationId: this.settings.organizationId,
      subject: sub as string,
      email: typeof email === 'string' ? email : '',
      emailVerified: isEmailVerified(this.settings.issuer, said),
      fullName: typeof name === 'string' ? name : undefined,
    };
  }

  /** For one sign-in. The provider's keys are read each time, so that one that it has withdrawn signs nobody in. */
  private async client(): Promise<ClientConfiguration> {
    const { clientId, clientSecret } = this.settings;
    const fetchBounded = boundedFetch(AbortSignal.timeout(TIMEOUT_MS), this.fetch) as CustomFetch;
    const metadata = await this.readMetadata(fetchBounded);
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const usesBasic = methods.includes('client_secret_basic');
    const authentication = usesBasic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret);
    const client = new ClientConfiguration(metadata, clientId, undefined, authentication);
    client[customFetch] = fetchBounded;
    enableNonRepudiationChecks(client);
    if (this.isInsecure) allowInsecureRequests(client);
    return client;
  }

  private async readMetadata(fetchBounded: CustomFetch): Promise<ServerMetadata> {
    if (this.metadata && Date.now() - this.metadata.readAtMs < METADATA_LIFETIME_MS)
      return this.metadata.value;
    const { issuer, clientId } = this.settings;
    try {
      const client = await discovery(new URL(issuer), clientId, undefined, undefined, {
        [customFetch]: fetchBounded,
        execute: this.isInsecure ? [allowInsecureRequests] : [],
      });
      const value = { ...client.serverMetadata() };
      // Identities are found by it, so that another spelling must not pass for it, as it does with the library.
      if (value.issuer !== issuer)
        throw new Error(`The provider's issuer is ${value.issuer}, but the settings say ${issuer}.`);
      if (!this.isAllowed(value.authorization_endpoint ?? ''))
        throw new Error('The authorization endpoint is not an https URL.');
      if (!Array.isArray(value.token_endpoint_auth_methods_supported ?? []))
        throw new Error('The methods of authentication are no list.');
      this.metadata = { value, readAtMs: Date.now() };
      return value;
    } catch (cause) {
      throw new SignInFailure('unavailable', { cause });
    }
  }

  /** Only on this machine, or in a network that is allowed: the settings take plain http from no other. */
  private get isInsecure(): boolean {
    return new URL(this.settings.issuer).protocol === 'http:';
  }

  /** The browser goes there. */
  private isAllowed(url: string): boolean {
    if (!URL.canParse(url)) return false;
    const { protocol } = new URL(url);
    return protocol === 'https:' || (this.isInsecure && protocol === 'http:');
  }
}

function textsOf(claim: unknown): string[] {
  return [claim].flat().filter((text) => typeof text === 'string');
}

function authenticationTime({ auth_time }: IDToken): Date | null {
  // A time to come counts as now.
  return auth_time === undefined ? null : new Date(Math.min(auth_time * 1000, Date.now()));
}

/** What the provider says is told from what its answers are worth, and from none. */
function failureOf(error: unknown): SignInFailure {
  if (error instanceof SignInFailure) return error;
  if (isDenial(error)) return new SignInFailure('cancelled', { cause: error });
  return new SignInFailure(isUnreachable(error) ? 'unavailable' : 'refused', { cause: error });
}

function isDenial(error: unknown): boolean {
  return (error as AuthorizationResponseError).error === 'access_denied';
}

/** That no connection was made, or no answer came in time. */
function isUnreachable(error: unknown): boolean {
  const { name, message, cause } = (error ?? {}) as Partial<Error>;
  return (
    name === 'TimeoutError' || message === 'fetch failed' || (cause !== undefined && isUnreachable(cause))
  );
}
