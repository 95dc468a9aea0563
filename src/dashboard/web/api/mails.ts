import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { MailState } from './schemas.ts';
import { answerOf, api } from './transport/client.ts';

const MAILS = ['mails'];
const REFRESH_MS = 10_000;

/** All outgoing mail, for administrators; newest first, paginated. */
export const mailsQuery = (state: MailState | undefined) =>
  infiniteQueryOptions({
    queryKey: [...MAILS, state],
    queryFn: ({ pageParam }) =>
      answerOf(api.GET('/v1/mails', { params: { query: { state, cursor: pageParam } } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: REFRESH_MS,
  });

export function useRetryMail(mailId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf(api.POST('/v1/mails/{mailId}/retry', { params: { path: { mailId } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: MAILS }),
  });
}
