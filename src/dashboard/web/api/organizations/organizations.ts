import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { sessionQuery } from '../session.ts';
import { answerOf, api } from '../transport/client.ts';
import type { Organization, OrganizationPermission, UpdateOrganization } from '../schemas.ts';

export const ORGANIZATIONS = ['organizations'];

/** All organizations that you are a member of: the personal one first, the others by name. */
export const ownOrganizationsQuery = queryOptions({
  queryKey: [...ORGANIZATIONS, 'own'],
  queryFn: async () => {
    const all: Organization[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: 100, cursor };
      const page = await answerOf(api.GET('/v1/organizations', { params: { query } }));
      all.push(...page.data);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return all.sort(
      (one, other) => Number(other.personal) - Number(one.personal) || one.name.localeCompare(other.name),
    );
  },
});

/** How many organizations you can create. */
export const organizationQuotaQuery = queryOptions({
  queryKey: [...ORGANIZATIONS, 'quota'],
  queryFn: () => answerOf(api.GET('/v1/organizations/quota')),
  staleTime: 0,
});

export const organizationQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...ORGANIZATIONS, organizationId],
    queryFn: () =>
      answerOf(api.GET('/v1/organizations/{organizationId}', { params: { path: { organizationId } } })),
  });

/** Any account's organizations, for administrators. */
export const organizationsOfQuery = (accountId: string) =>
  infiniteQueryOptions({
    queryKey: [...ORGANIZATIONS, 'of', accountId],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/v1/organizations', { params: { query: { account_id: accountId, cursor: pageParam } } }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });

/** One of your own organizations or, for administrators, any. */
export function useOrganization(organizationId: string): Organization | undefined {
  const own = useQuery(ownOrganizationsQuery).data;
  const listed = own?.find(({ id }) => id === organizationId);
  const isOthers = own !== undefined && listed === undefined;
  const { data } = useQuery({ ...organizationQuery(organizationId), enabled: isOthers });
  return listed ?? data;
}

/** Returns whether you have a permission there; false until it is known. */
export function useMay(organizationId: string): (permission: OrganizationPermission) => boolean {
  const organization = useOrganization(organizationId);
  return (permission) => organization?.permissions.includes(permission) ?? false;
}

export function useOrganizationsChanged() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ORGANIZATIONS });
}

export function useCreateOrganization() {
  const changed = useOrganizationsChanged();
  return useMutation({
    mutationFn: (body: { name: string }) => answerOf(api.POST('/v1/organizations', { body })),
    onSuccess: changed,
  });
}

export function useUpdateOrganization(organizationId: string) {
  const queryClient = useQueryClient();
  const changed = useOrganizationsChanged();
  return useMutation({
    mutationFn: (body: UpdateOrganization) =>
      answerOf(
        api.PATCH('/v1/organizations/{organizationId}', { params: { path: { organizationId } }, body }),
      ),
    onSuccess: (organization) => {
      // A personal organization's name is stored in its account's profile.
      if (organization.personal) void queryClient.invalidateQueries(sessionQuery);
      return changed();
    },
  });
}

export function useDeleteOrganization(organizationId: string) {
  return useMutation({
    mutationFn: () =>
      answerOf(api.DELETE('/v1/organizations/{organizationId}', { params: { path: { organizationId } } })),
  });
}

/** Navigates away from an organization that you left or deleted, and drops its cached data. */
export function useOrganizationGone(organizationId: string) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await navigate({ to: '/organizations' });
    queryClient.removeQueries({ queryKey: [...ORGANIZATIONS, organizationId] });
    await queryClient.invalidateQueries();
  };
}
