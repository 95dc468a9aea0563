import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCurrentOrganization } from './organizations/current-organization.ts';
import { answerOf, api } from './transport/client.ts';
import type { Client, CreateClient, UpdateClient } from './schemas.ts';

const CLIENTS = ['clients'];

/** An organization's clients, newest first, paginated; optionally only those whose names contain a text. */
export const clientsQuery = (organizationId: string | undefined, text?: string) =>
  infiniteQueryOptions({
    queryKey: [...CLIENTS, 'list', organizationId, text],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/v1/clients', {
          params: { query: { organization_id: organizationId, limit: 50, cursor: pageParam, query: text } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });

/** Another account's clients, for administrators. */
export const clientsOfQuery = (accountId: string) =>
  infiniteQueryOptions({
    queryKey: [...CLIENTS, 'of', accountId],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/v1/clients', {
          params: { query: { account_id: accountId, limit: 50, cursor: pageParam } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });

/** The newest clients whose names contain the text. */
export const clientSearchQuery = (organizationId: string | undefined, text: string) =>
  queryOptions({
    queryKey: [...CLIENTS, 'search', organizationId, text],
    queryFn: () =>
      answerOf(
        api.GET('/v1/clients', {
          params: { query: { organization_id: organizationId, limit: 20, query: text || undefined } },
        }),
      ),
  });

/** The client with the given ID; without one, the newest active client, or null if there are none. */
export function useChosenClient(clientId: string | undefined) {
  const organizationId = useCurrentOrganization()?.id;
  return useQuery({
    queryKey: [...CLIENTS, 'chosen', organizationId, clientId],
    queryFn: async (): Promise<Client | null> => {
      if (clientId !== undefined)
        return answerOf(api.GET('/v1/clients/{clientId}', { params: { path: { clientId } } }));
      const query = { organization_id: organizationId, limit: 100 };
      const { data } = await answerOf(api.GET('/v1/clients', { params: { query } }));
      return data.find(({ status }) => status === 'active') ?? data.at(0) ?? null;
    },
  });
}

/** The limits that a new client gets if it specifies none. */
export const defaultLimitsQuery = queryOptions({
  queryKey: ['default-limits'],
  queryFn: () => answerOf(api.GET('/v1/clients/default-limits')),
  staleTime: Infinity,
});

export const clientQuery = (clientId: string) =>
  queryOptions({
    queryKey: [...CLIENTS, clientId],
    queryFn: () => answerOf(api.GET('/v1/clients/{clientId}', { params: { path: { clientId } } })),
  });

const QUOTA_REFRESH_MS = 5000;

/** What is left of the client's limits; refetched while shown. */
export const quotaQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['quota', clientId],
    queryFn: () => answerOf(api.GET('/v1/usage/quota', { params: { query: { client_id: clientId } } })),
    refetchInterval: QUOTA_REFRESH_MS,
    staleTime: 0,
  });

function useClientsChanged() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: CLIENTS });
}

/** Creates it in the current organization. The secret in the response is kept only while its component is mounted. */
export function useCreateClient() {
  const changed = useClientsChanged();
  const organization_id = useCurrentOrganization()?.id;
  return useMutation({
    mutationFn: (body: CreateClient) =>
      answerOf(api.POST('/v1/clients', { body: { organization_id, ...body } })),
    gcTime: 0,
    onSuccess: changed,
  });
}

export function useUpdateClient({ client_id: clientId }: Client) {
  const changed = useClientsChanged();
  return useMutation({
    mutationFn: (body: UpdateClient) =>
      answerOf(api.PATCH('/v1/clients/{clientId}', { params: { path: { clientId } }, body })),
    onSuccess: changed,
  });
}

/** The response contains the new secret. */
export function useRotateSecret({ client_id: clientId }: Client) {
  return useMutation({
    mutationFn: (overlapSeconds: number) =>
      answerOf(
        api.POST('/v1/clients/{clientId}/secret', {
          params: { path: { clientId } },
          body: { overlap_seconds: overlapSeconds },
        }),
      ),
    gcTime: 0,
  });
}

export function useDeleteClient({ client_id: clientId }: Client) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf(api.DELETE('/v1/clients/{clientId}', { params: { path: { clientId } } })),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: [...CLIENTS, clientId] });
      return queryClient.invalidateQueries({ queryKey: [...CLIENTS, 'list'] });
    },
  });
}
