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
import { type IdentityClaims, isSameMailbox } from '../../accounts/index.js';
import { type OutboundFetch, boundedFetch } from '../../core/outbound/index.js';
import type { IdentityProviderSettings } from '../../core/config/index.js';
import { HOUR_MS } from '../../core/time/index.js';
import { isEmailVerified, saysIfVerified } from './email-verified.js';
import { SignInFailure } from './sign-in-failure.js';
import type { SignInSecrets } from './sign-in-secrets.js';

/** The path of this service below which people sign in with providers. */
export const SINGLE_SIGN_ON = '/v1/sessions/oidc';

/** How far a provider's clock may be off. */
export const CLOCK_SKEW_MS = 60_000;

const TIMEOUT_MS = 8_000;
const METADATA_LIFETIME_MS = HOUR_MS;
const LONGEST_DETAIL = 500;
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
  /** Why the provider's UserInfo was not used, although the ID token lacks something. */
  userInfoFailure?: unknown;
}

/** What a provider says about a person, in an ID token or in UserInfo. */
type Claims = Record<string, unknown>;

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
      // The library checks when the token ends, but not when it was issued.
      if (idToken.iat * 1_000 > Date.now() + CLOCK_SKEW_MS)
        throw new Error('The ID token is issued in the future (iat). Check both clocks.');
      const { groupsClaim } = this.settings;
      const { userInfo = {}, userInfoFailure } = await this.complete(client, tokens.access_token, idToken);
      return {
        claims: this.claimsOf(idToken, userInfo),
        groups: groupsClaim === undefined ? [] : textsOf(idToken[groupsClaim] ?? userInfo[groupsClaim]),
        authenticatedAt: authenticationTime(idToken),
        userInfoFailure,
      };
    } catch (error) {
      throw failureOf(error);
    }
  }

  /** Reads the provider's UserInfo if the ID token lacks something: many providers say it only there. */
  private async complete(
    client: ClientConfiguration,
    accessToken: string,
    idToken: IDToken,
  ): Promise<{ userInfo?: Claims; userInfoFailure?: unknown }> {
    const { issuer, groupsClaim } = this.settings;
    const isUsable = ['email', groupsClaim ?? 'email'].every((claim) => idToken[claim] !== undefined);
    const isWhole = isUsable && saysIfVerified(issuer, idToken) && nameOf(idToken) !== undefined;
    if (isWhole || (isUsable && client.serverMetadata().userinfo_endpoint === undefined)) return {};
    try {
      return { userInfo: await fetchUserInfo(client, accessToken, idToken.sub) };
    } catch (error) {
      if (!isUsable || isUnreachable(error)) throw error;
      return { userInfoFailure: error };
    }
  }

  private claimsOf(idToken: IDToken, userInfo: Claims): IdentityClaims {
    const { issuer, organizationId } = this.settings;
    const said = idToken.email === undefined ? userInfo : verifiedBy(userInfo, idToken);
    const { email } = said;
    return {
      issuer,
      organizationId,
      subject: idToken.sub,
      email: typeof email === 'string' ? email : '',
      emailVerified: isEmailVerified(issuer, said),
      fullName: nameOf(idToken) ?? nameOf(userInfo),
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

/** `email_verified` counts for the address beside it, and in UserInfo alone for the same address. */
function verifiedBy({ email, email_verified }: Claims, idToken: IDToken): Claims {
  const isOfToken = idToken.email_verified !== undefined || idToken.xms_edov !== undefined;
  const isOther =
    email !== undefined && !(isText(email) && isText(idToken.email) && isSameMailbox(email, idToken.email));
  return isOfToken || isOther ? idToken : { ...idToken, email_verified };
}

/** Returns the whole name, or the given and the family name. */
function nameOf({ name, given_name, family_name }: Claims): string | undefined {
  const parts = isText(name) ? [name] : [given_name, family_name].filter(isText);
  return parts.length > 0 ? parts.join(' ') : undefined;
}

function isText(claim: unknown): claim is string {
  return typeof claim === 'string' && claim.trim() !== '';
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
  const options = { detail: detailOf(error), cause: error };
  if (isDenial(error)) return new SignInFailure('cancelled', options);
  return new SignInFailure(isUnreachable(error) ? 'unavailable' : 'refused', options);
}

/** Returns the message of an error with what says more: the provider's own words, or the name of the wrong claim. */
function detailOf(error: unknown): string {
  const said: unknown[] = [(error as Error).message];
  for (let cause = error; typeof cause === 'object' && cause !== null; cause = (cause as Error).cause) {
    const { error: code, error_description, claim } = cause as Record<string, unknown>;
    said.push(code, error_description, claim);
  }
  return [...new Set(said.filter(isText))].join(': ').slice(0, LONGEST_DETAIL);
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
