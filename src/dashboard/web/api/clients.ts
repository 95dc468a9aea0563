import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCurrentOrganization } from './organizations.ts';
import type { Client, paths, Usage } from './schemas.ts';
import { answerOf, api } from './transport/client.ts';
import { answerQuery } from './transport/queries.ts';

/** The client with the given ID; without one, the newest active client, or null if there are none. */
export function useChosenClient(clientId: string | undefined) {
  const organizationId = useCurrentOrganization()?.id;
  return useQuery({
    queryKey: ['get', '/v1/clients', 'chosen', organizationId, clientId],
    queryFn: async (): Promise<Client | null> => {
      if (clientId !== undefined)
        return answerOf(api.GET('/v1/clients/{clientId}', { params: { path: { clientId } } }));
      const query = { organization_id: organizationId, limit: 100 };
      const { data } = await answerOf(api.GET('/v1/clients', { params: { query } }));
      return data.find(({ status }) => status === 'active') ?? data.at(0) ?? null;
    },
  });
}

export const clientQuery = (clientId: string) =>
  answerQuery('get', '/v1/clients/{clientId}', { params: { path: { clientId } } });

/** What is left of the client's limits; refetched while shown. */
export const quotaQuery = (client_id: string) =>
  answerQuery('get', '/v1/usage/quota', { params: { query: { client_id } } }, QUOTA_FRESHNESS);

const QUOTA_FRESHNESS = { refetchInterval: 5000, staleTime: 0 };

type QueryOf<Path extends '/v1/usage' | '/v1/usage/requests'> = NonNullable<
  paths[Path]['get']['parameters']['query']
>;

/** `spanMs` replaces `start`: the span up to the time of each request. */
export type UsageFilter = Omit<QueryOf<'/v1/usage'>, 'start'> & { start?: string; spanMs?: number };
export type RequestFilter = Omit<QueryOf<'/v1/usage/requests'>, 'cursor' | 'limit'>;

/** The service shows a request within two seconds. Hidden tabs don't poll. */
const REFRESH_MS = 3000;
export const refreshing = (isLive: boolean) =>
  ({ refetchInterval: isLive ? REFRESH_MS : false, staleTime: 0 }) as const;

export function queryOf({ spanMs, ...query }: UsageFilter): QueryOf<'/v1/usage'> {
  if (spanMs === undefined) return query;
  return { ...query, start: new Date(Date.now() - spanMs).toISOString() };
}

export const usageQuery = (filter: UsageFilter, isLive: boolean) =>
  queryOptions({
    queryKey: ['usage', filter],
    // The endpoint can also return CSV, but only if requested.
    queryFn: async () =>
      (await answerOf(api.GET('/v1/usage', { params: { query: queryOf(filter) } }))) as Usage,
    // Data with another grouping can't stand in.
    placeholderData: (previous: Usage | undefined, query) =>
      (query?.queryKey[1] as UsageFilter | undefined)?.group_by === filter.group_by ? previous : undefined,
    ...refreshing(isLive),
  });
