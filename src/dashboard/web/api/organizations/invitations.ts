import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import { answerOf, api } from '../transport/client.ts';
import type { CreateInvitation } from '../schemas.ts';
import { ORGANIZATIONS, useOrganizationsChanged } from './organizations.ts';

/** Invitations that can still be accepted, newest first. */
export const invitationsQuery = (organizationId: string) =>
  infiniteQueryOptions({
    queryKey: [...ORGANIZATIONS, organizationId, 'invitations'],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/v1/organizations/{organizationId}/invitations', {
          params: { path: { organizationId }, query: { limit: 50, cursor: pageParam } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });

/** What an invitation link is for. */
export const invitationPreviewQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation-preview', token],
    queryFn: () => answerOf(api.POST('/v1/invitations/preview', { body: { token } })),
    gcTime: 0,
  });

/** The response contains the link, so it is kept only while the component that shows it is mounted. */
export function useInvite(organizationId: string) {
  const changed = useOrganizationsChanged();
  return useMutation({
    mutationFn: (body: CreateInvitation) =>
      answerOf(
        api.POST('/v1/organizations/{organizationId}/invitations', {
          params: { path: { organizationId } },
          body,
        }),
      ),
    gcTime: 0,
    onSuccess: changed,
  });
}

export function useWithdrawInvitation(organizationId: string, invitationId: string) {
  const changed = useOrganizationsChanged();
  return useMutation({
    mutationFn: () =>
      answerOf(
        api.DELETE('/v1/organizations/{organizationId}/invitations/{invitationId}', {
          params: { path: { organizationId, invitationId } },
        }),
      ),
    onSuccess: changed,
  });
}
