import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from './transport/client.ts';
import type { UpdateOwnAccount } from './schemas.ts';
import { leaveGate } from './transport/session-gate.ts';
import { sessionQuery } from './session.ts';

export function useUpdateAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateOwnAccount) => answerOf(api.PATCH('/v1/accounts/me', { body })),
    onSuccess: (account) =>
      queryClient.setQueryData(sessionQuery.queryKey, (signedIn) => signedIn && { ...signedIn, account }),
  });
}

const SESSIONS = ['sessions'];

/** Where the account is signed in. */
export const sessionsQuery = infiniteQueryOptions({
  queryKey: SESSIONS,
  queryFn: ({ pageParam }) => answerOf(api.GET('/v1/sessions', { params: { query: { cursor: pageParam } } })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
});

function useSessionsChanged() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: SESSIONS });
}

export function useChangePassword() {
  const changed = useSessionsChanged();
  return useMutation({
    mutationFn: (body: { current_password: string; new_password: string }) =>
      answerOf(api.PUT('/v1/accounts/me/password', { body })),
    gcTime: 0,
    onSuccess: changed,
  });
}

export function useEndSession() {
  const changed = useSessionsChanged();
  return useMutation({
    mutationFn: (sessionId: string) =>
      answerOf(api.DELETE('/v1/sessions/{sessionId}', { params: { path: { sessionId } } })),
    onSuccess: changed,
  });
}

export function useEndOtherSessions() {
  const changed = useSessionsChanged();
  return useMutation({ mutationFn: () => answerOf(api.DELETE('/v1/sessions')), onSuccess: changed });
}

/** The page is loaded anew, so that nothing of the account stays in memory. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: (password: string) => answerOf(api.DELETE('/v1/accounts/me', { body: { password } })),
    gcTime: 0,
    onSuccess: () => {
      leaveGate();
      location.assign('/login');
    },
  });
}
