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

export function useSignInMethods(): SignInMethods {
  return useQuery(methodsQuery).data ?? USUAL;
}
