import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SignInMethods } from './schemas.ts';
import { answerOf, api } from './transport/client.ts';

/** What is offered until the service has answered. */
const USUAL: SignInMethods = { password: true, providers: [], passkeys: false };

const methodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: () => answerOf(api.GET('/v1/sessions/methods')),
  staleTime: Infinity,
});

export function useSignInMethods(): SignInMethods {
  return useQuery(methodsQuery).data ?? USUAL;
}
