import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './transport/client.ts';
import type { Paths, Usage } from './schemas.ts';

type QueryOf<Path extends '/v1/usage' | '/v1/usage/requests'> = NonNullable<
  Paths[Path]['get']['parameters']['query']
>;

/** `spanMs` instead of `start`: up to now, whenever it is asked. */
export type UsageFilter = Omit<QueryOf<'/v1/usage'>, 'start'> & { start?: string; spanMs?: number };
export type RequestFilter = Omit<QueryOf<'/v1/usage/requests'>, 'cursor' | 'limit'>;

/** The service shows a request after two seconds at most. Hidden tabs do not ask. */
const REFRESH_MS = 3000;
const refreshing = (isLive: boolean) =>
  ({ refetchInterval: isLive ? REFRESH_MS : false, staleTime: 0 }) as const;

function queryOf({ spanMs, ...query }: UsageFilter): QueryOf<'/v1/usage'> {
  if (spanMs === undefined) return query;
  return { ...query, start: new Date(Date.now() - spanMs).toISOString() };
}

export const usageQuery = (filter: UsageFilter, isLive: boolean) =>
  queryOptions({
    queryKey: ['usage', filter],
    // As CSV, the other form of the answer, only where it is asked for.
    queryFn: async () =>
      (await answerOf(api.GET('/v1/usage', { params: { query: queryOf(filter) } }))) as Usage,
    // What was split another way is no stand-in.
    placeholderData: (previous: Usage | undefined, query) =>
      (query?.queryKey[1] as UsageFilter | undefined)?.group_by === filter.group_by ? previous : undefined,
    ...refreshing(isLive),
  });

export async function usageCsv(filter: UsageFilter): Promise<string> {
  const text: unknown = await answerOf<unknown>(
    api.GET('/v1/usage', {
      params: { query: queryOf(filter) },
      headers: { accept: 'text/csv' },
      parseAs: 'text',
    }),
  );
  return String(text);
}

/** One entry of the request log. It never changes. */
export const requestQuery = (loggedRequestId: string) =>
  queryOptions({
    queryKey: ['request', loggedRequestId],
    queryFn: () =>
      answerOf(api.GET('/v1/usage/requests/{loggedRequestId}', { params: { path: { loggedRequestId } } })),
    staleTime: Infinity,
  });

const REQUESTS_SHOWN = 20;

/** The latest requests of which the service keeps a record, newest first, in parts. */
export const requestsQuery = (filter: RequestFilter, isLive: boolean) =>
  infiniteQueryOptions({
    queryKey: ['requests', filter],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/v1/usage/requests', {
          params: { query: { ...filter, limit: REQUESTS_SHOWN, cursor: pageParam } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    ...refreshing(isLive),
  });
