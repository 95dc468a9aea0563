import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { answerOf, api } from './transport/client.ts';
import type { AccountStatus, Paths, UpdateAccount } from './schemas.ts';

type CreateAccount = Paths['/v1/accounts']['post']['requestBody']['content']['application/json'];

const ACCOUNTS = ['accounts'];

/** All accounts, for administrators; newest first, paginated. */
export const accountsQuery = (filter: { query?: string; status?: AccountStatus }) =>
  infiniteQueryOptions({
    queryKey: [...ACCOUNTS, 'list', filter],
    queryFn: ({ pageParam }) =>
      answerOf(api.GET('/v1/accounts', { params: { query: { ...filter, cursor: pageParam } } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });

export const accountQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...ACCOUNTS, accountId],
    queryFn: () => answerOf(api.GET('/v1/accounts/{accountId}', { params: { path: { accountId } } })),
  });

function useAccountsChanged() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ACCOUNTS });
}

export function useCreateAccount() {
  const changed = useAccountsChanged();
  return useMutation({
    mutationFn: (body: CreateAccount) => answerOf(api.POST('/v1/accounts', { body })),
    gcTime: 0,
    onSuccess: changed,
  });
}

export function useUpdateAnyAccount(accountId: string) {
  const changed = useAccountsChanged();
  return useMutation({
    mutationFn: (body: UpdateAccount) =>
      answerOf(api.PATCH('/v1/accounts/{accountId}', { params: { path: { accountId } }, body })),
    onSuccess: changed,
  });
}

export function useDeleteAnyAccount(accountId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf(api.DELETE('/v1/accounts/{accountId}', { params: { path: { accountId } } })),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: [...ACCOUNTS, accountId] });
      return queryClient.invalidateQueries({ queryKey: [...ACCOUNTS, 'list'] });
    },
  });
}

/** The response contains the link, so it is kept only while the component that shows it is mounted. */
export function useResetLink(accountId: string) {
  return useMutation({
    mutationFn: () =>
      answerOf(api.POST('/v1/accounts/{accountId}/password-reset', { params: { path: { accountId } } })),
    gcTime: 0,
  });
}
