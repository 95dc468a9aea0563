import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import { answerOf, api } from '../transport/client.ts';
import type { OrganizationRole } from '../schemas.ts';
import { ORGANIZATIONS, useOrganizationsChanged } from './organizations.ts';

export const membersQuery = (organizationId: string) =>
  infiniteQueryOptions({
    queryKey: [...ORGANIZATIONS, organizationId, 'members'],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/v1/organizations/{organizationId}/members', {
          params: { path: { organizationId }, query: { limit: 50, cursor: pageParam } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });

const placeOf = (organizationId: string, accountId: string) => ({
  params: { path: { organizationId, accountId } },
});

export function useChangeRole(organizationId: string, accountId: string) {
  const changed = useOrganizationsChanged();
  return useMutation({
    mutationFn: (role: OrganizationRole) =>
      answerOf(
        api.PATCH('/v1/organizations/{organizationId}/members/{accountId}', {
          ...placeOf(organizationId, accountId),
          body: { role },
        }),
      ),
    onSuccess: changed,
  });
}

/** Also used to leave, with your own account's ID. */
export function useRemoveMember(organizationId: string, accountId: string) {
  return useMutation({
    mutationFn: () =>
      answerOf(
        api.DELETE(
          '/v1/organizations/{organizationId}/members/{accountId}',
          placeOf(organizationId, accountId),
        ),
      ),
  });
}
