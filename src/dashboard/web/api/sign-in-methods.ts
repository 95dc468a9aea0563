import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SignInMethods } from './schemas.ts';
import { answerOf, api } from './transport/client.ts';

/** What is offered until the service has answered. */
const USUAL: SignInMethods = { password: true, password_reset: false, providers: [], passkeys: false };

const methodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: () => answerOf(api.GET('/v1/sessions/methods')),
  staleTime: Infinity,
});

type Provider = SignInMethods['providers'][number];

const SINGLE_SIGN_ON = '/v1/sessions/oidc/';

/** Those that the service itself signs in with; features may add others. */
export function useSingleSignOnProviders(): Provider[] {
  return useSignInMethods().providers.filter(({ url }) => url.startsWith(SINGLE_SIGN_ON));
}

/** Where the button of a provider leads. Those of features take no wishes. */
export function signInUrl({ url }: Provider, wishes: { next: string; fresh?: 'true' }): string {
  return url.startsWith(SINGLE_SIGN_ON) ? `${url}?${new URLSearchParams(wishes).toString()}` : url;
}

/** Where the button of an organization's identity provider leads. */
export function organizationSignInUrl(organizationId: string, next: string): string {
  return `${SINGLE_SIGN_ON}${organizationId}?${new URLSearchParams({ next }).toString()}`;
}

/** The ID of the organization that has an identity provider for the domain of the address; null without one. */
export async function findSignIn(email: string): Promise<string | null> {
  const { url } = await answerOf(api.POST('/v1/sessions/sso', { body: { email } }));
  return url?.slice(SINGLE_SIGN_ON.length) ?? null;
}

export function useSignInMethods(): SignInMethods {
  return useQuery(methodsQuery).data ?? USUAL;
}
