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
import type { IdentityClaims } from '../../accounts/index.js';
import { type OutboundFetch, boundedFetch } from '../../core/outbound/index.js';
import type { IdentityProviderSettings } from '../../core/config/index.js';
import { isEmailVerified } from './email-verified.js';
import { SignInFailure } from './sign-in-failure.js';
import type { SignInSecrets } from './sign-in-secrets.js';

/** The path of this service below which people sign in with providers. */
export const SINGLE_SIGN_ON = '/v1/sessions/oidc';

const TIMEOUT_MS = 8_000;
const METADATA_LIFETIME_MS = 3_600_000;
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

/** Settings of a provider: configured for the installation, or set by the owner of an organization. */
export interface OpenIdProviderSettings extends Omit<IdentityProviderSettings, 'button'> {
  /** The organization whose provider it is; undefined for the installation's. */
  organizationId?: string;
  /** When the owner set an organization's provider. */
  setAt?: Date;
  /** The claim with a person's groups. */
  groupsClaim?: string;
}

/** The person who came back from a provider. */
export interface SignedInPerson {
  claims: IdentityClaims;
  /** From the `groupsClaim` of the settings. */
  groups: string[];
  /** When the person last authenticated at the provider; null if it doesn't say. */
  authenticatedAt: Date | null;
}

/** One OpenID provider, used with the authorization code flow and PKCE (OpenID Connect Core 1.0, section 3.1). */
export class OpenIdProvider {
  private metadata?: { value: ServerMetadata; readAtMs: number };

  /** @param redirectUri callback URL of this provider alone, so that no provider can pass for another */
  constructor(
    readonly settings: OpenIdProviderSettings,
    private readonly redirectUri: string,
    private readonly fetch: OutboundFetch,
  ) {}

  /**
   * Identifies the provider of a pending sign-in. A provider that is set again is another one: it never gets the
   * first's codes.
   */
  get pendingId(): string {
    const { id, setAt } = this.settings;
    return setAt === undefined ? id : `${id}@${setAt.toISOString()}`;
  }

  /**
   * Returns the URL where the browser signs in.
   * @param isAnew whether the provider must ask who the person is, even if it remembers them
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
   * Checks that the provider's metadata agrees with the settings.
   * @throws SignInFailure unavailable
   */
  async describe(): Promise<void> {
    await this.client();
  }

  /**
   * Returns the person who signed in.
   * @param query the query of the callback, with its question mark
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
      // Many providers return the address or the groups only there.
      const userInfo: Record<string, unknown> = isWhole
        ? {}
        : await fetchUserInfo(client, tokens.access_token, idToken.sub);
      return {
        // `email_verified` counts for the address beside it, so both come from the same source.
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

  /**
   * Creates a client for one sign-in. The provider's keys are read each time, so that a withdrawn key signs nobody in.
   */
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
      // Identities are found by the issuer, so reject other spellings, which the library accepts.
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

  /** Plain http is limited to this machine and to allowed networks: the settings reject it elsewhere. */
  private get isInsecure(): boolean {
    return new URL(this.settings.issuer).protocol === 'http:';
  }

  /** The browser is redirected there. */
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
  // A time in the future counts as now.
  return auth_time === undefined ? null : new Date(Math.min(auth_time * 1000, Date.now()));
}

/** Distinguishes a denial by the provider from an invalid response and from none. */
function failureOf(error: unknown): SignInFailure {
  if (error instanceof SignInFailure) return error;
  if (isDenial(error)) return new SignInFailure('cancelled', { cause: error });
  return new SignInFailure(isUnreachable(error) ? 'unavailable' : 'refused', { cause: error });
}

function isDenial(error: unknown): boolean {
  return (error as AuthorizationResponseError).error === 'access_denied';
}

/** Returns whether no connection was made, or no response came in time. */
function isUnreachable(error: unknown): boolean {
  const { name, message, cause } = (error ?? {}) as Partial<Error>;
  return (
    name === 'TimeoutError' || message === 'fetch failed' || (cause !== undefined && isUnreachable(cause))
  );
}
