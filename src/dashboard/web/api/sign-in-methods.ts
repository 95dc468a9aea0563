import type { SignInMethods } from './schemas.ts';
import { useAnswer } from './transport/queries.ts';

/** Assumed until the service responds. */
const USUAL: SignInMethods = { password: true, password_reset: false, providers: [], passkeys: false };

type Provider = SignInMethods['providers'][number];

const SINGLE_SIGN_ON = '/v1/sessions/oidc/';

/** Providers of the service's own single sign-on, without those that features add. */
export function useSingleSignOnProviders(): Provider[] {
  return useSignInMethods().providers.filter(({ url }) => url.startsWith(SINGLE_SIGN_ON));
}

/** Returns the sign-in URL of a provider. Providers of features take no parameters. */
export function signInUrl({ url }: Provider, wishes: { next: string; fresh?: 'true' }): string {
  return url.startsWith(SINGLE_SIGN_ON) ? `${url}?${new URLSearchParams(wishes).toString()}` : url;
}

/** Returns the sign-in URL of an organization's identity provider. */
export function organizationSignInUrl(organizationId: string, next: string): string {
  return `${SINGLE_SIGN_ON}${organizationId}?${new URLSearchParams({ next }).toString()}`;
}

/** The ID of the organization with an identity provider for an email's domain, or null if there is none. */
export const findSignIn = (found: { url: string | null } | undefined): string | null =>
  found?.url?.slice(SINGLE_SIGN_ON.length) ?? null;

export function useSignInMethods(): SignInMethods {
  return useAnswer('get', '/v1/sessions/methods', undefined, { staleTime: Infinity }).data ?? USUAL;
}
