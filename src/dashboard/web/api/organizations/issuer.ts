import { queryOptions, useMutation } from '@tanstack/react-query';
import type { OrganizationIssuer, SetOrganizationIssuer } from '../schemas.ts';
import { answerOf, api } from '../transport/client.ts';
import { ProblemError } from '../transport/problem-error.ts';
import { ORGANIZATIONS, useOrganizationsChanged } from './organizations.ts';

/** The organization's identity provider, or null if it has none. */
export const issuerQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...ORGANIZATIONS, organizationId, 'issuer'],
    queryFn: async (): Promise<OrganizationIssuer | null> => {
      try {
        return await answerOf(
          api.GET('/v1/organizations/{organizationId}/issuer', { params: { path: { organizationId } } }),
        );
      } catch (error) {
        if (error instanceof ProblemError && error.status === 404) return null;
        throw error;
      }
    },
  });

export function useSetIssuer(organizationId: string) {
  const changed = useOrganizationsChanged();
  return useMutation({
    mutationFn: (body: SetOrganizationIssuer) =>
      answerOf(
        api.PUT('/v1/organizations/{organizationId}/issuer', { params: { path: { organizationId } }, body }),
      ),
    gcTime: 0,
    onSuccess: changed,
  });
}

export function useRemoveIssuer(organizationId: string) {
  const changed = useOrganizationsChanged();
  return useMutation({
    mutationFn: () =>
      answerOf(
        api.DELETE('/v1/organizations/{organizationId}/issuer', { params: { path: { organizationId } } }),
      ),
    onSuccess: changed,
  });
}
