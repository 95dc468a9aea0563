import { type MutationMeta, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Organization, OrganizationPermission } from './schemas.ts';
import { answerOf, api } from './transport/client.ts';
import { isBelow } from './transport/outdated.ts';
import { answerQuery, usePages } from './transport/queries.ts';
import { Store, useStore } from './transport/store.ts';

/** All organizations that you are a member of: the personal one first, the others by name. */
export const ownOrganizationsQuery = queryOptions({
  queryKey: ['get', '/v1/organizations', 'own'],
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

/** A personal organization's name is stored in its account's profile. */
export const ORGANIZATION_CHANGED = {
  outdates: ['/v1/organizations', '/v1/sessions'],
} satisfies MutationMeta;

export const organizationQuery = (organizationId: string) =>
  answerQuery('get', '/v1/organizations/{organizationId}', { params: { path: { organizationId } } });

/** One of your own organizations or, for administrators, any. */
export function useOrganization(organizationId: string): Organization | undefined {
  const own = useQuery(ownOrganizationsQuery).data;
  const listed = own?.find(({ id }) => id === organizationId);
  const isOthers = own !== undefined && listed === undefined;
  const { data } = useQuery({ ...organizationQuery(organizationId), enabled: isOthers });
  return listed ?? data;
}

/** All members of an organization, page after page, as far as you may see them. */
export function useMembers({ id, permissions }: Pick<Organization, 'id' | 'permissions'>) {
  const query = usePages(
    '/v1/organizations/{organizationId}/members',
    { path: { organizationId: id }, query: { limit: 100 } },
    { enabled: permissions.includes('organization.read') },
  );
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false });
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return query;
}

/** Returns whether you have a permission there; false until it is known. */
export function useMay(organizationId: string): (permission: OrganizationPermission) => boolean {
  const organization = useOrganization(organizationId);
  return (permission) => organization?.permissions.includes(permission) ?? false;
}

/** Navigates away from an organization that you left or deleted, and drops its cached data. */
export function useOrganizationGone(organizationId: string) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await navigate({ to: '/organizations' });
    queryClient.removeQueries({
      predicate: isBelow('/v1/organizations/{organizationId}', { organizationId }),
    });
    await queryClient.invalidateQueries();
  };
}

const STORED = 'organization';

/** The ID of the organization chosen last in this browser; the user may no longer be a member. */
export const chosenOrganization = new Store(localStorage.getItem(STORED));

export function chooseOrganization(id: string): void {
  localStorage.setItem(STORED, id);
  chosenOrganization.set(id);
}

/**
 * The organization whose clients, keys and usage the pages show. Undefined if the user has only a personal one; the API
 * then returns nothing else.
 */
export function useCurrentOrganization(): Organization | undefined {
  const { data: own = [] } = useQuery(ownOrganizationsQuery);
  const chosen = useStore(chosenOrganization);
  if (own.length < 2) return undefined;
  return own.find(({ id }) => id === chosen) ?? own[0];
}

/** Whether you may create clients in the current organization. */
export function useMayCreateClients(): boolean {
  return useCurrentOrganization()?.permissions.includes('secrets.create') ?? true;
}
