import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import { answerOf, api } from '../transport/client.ts';
import { ORGANIZATIONS, useOrganizationsChanged } from './organizations.ts';

export const domainsQuery = (organizationId: string) =>
  infiniteQueryOptions({
    queryKey: [...ORGANIZATIONS, organizationId, 'domains'],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/v1/organizations/{organizationId}/domains', {
          params: { path: { organizationId }, query: { limit: 50, cursor: pageParam } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });

export function useAddDomain(organizationId: string) {
  const changed = useOrganizationsChanged();
  return useMutation({
    mutationFn: (domain: string) =>
      answerOf(
        api.POST('/v1/organizations/{organizationId}/domains', {
          params: { path: { organizationId } },
          body: { domain },
        }),
      ),
    onSuccess: changed,
  });
}

export function useVerifyDomain(organizationId: string, domainId: string) {
  const changed = useOrganizationsChanged();
  return useMutation({
    mutationFn: () =>
      answerOf(
        api.POST('/v1/organizations/{organizationId}/domains/{domainId}/verify', {
          params: { path: { organizationId, domainId } },
        }),
      ),
    onSuccess: changed,
  });
}

export function useRemoveDomain(organizationId: string, domainId: string) {
  const changed = useOrganizationsChanged();
  return useMutation({
    mutationFn: () =>
      answerOf(
        api.DELETE('/v1/organizations/{organizationId}/domains/{domainId}', {
          params: { path: { organizationId, domainId } },
        }),
      ),
    onSuccess: changed,
  });
}
