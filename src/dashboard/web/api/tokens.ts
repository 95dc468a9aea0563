import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from './transport/client.ts';
import type { CreatePersonalAccessToken } from './schemas.ts';

const TOKENS = ['tokens'];

/** The account's personal access tokens, newest first, paginated. */
export const tokensQuery = infiniteQueryOptions({
  queryKey: TOKENS,
  queryFn: ({ pageParam }) =>
    answerOf(api.GET('/v1/accounts/me/tokens', { params: { query: { limit: 50, cursor: pageParam } } })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
});

export function useTokensChanged() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: TOKENS });
}

/** The response contains the token, so it is kept only while the component that shows it is mounted. */
export function useCreateToken() {
  const changed = useTokensChanged();
  return useMutation({
    mutationFn: (body: CreatePersonalAccessToken) => answerOf(api.POST('/v1/accounts/me/tokens', { body })),
    gcTime: 0,
    onSuccess: changed,
  });
}

export function useRevokeToken(tokenId: string) {
  const changed = useTokensChanged();
  return useMutation({
    mutationFn: () =>
      answerOf(api.DELETE('/v1/accounts/me/tokens/{tokenId}', { params: { path: { tokenId } } })),
    onSuccess: changed,
  });
}
