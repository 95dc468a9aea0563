import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './transport/client.ts';

/** The weather fields with their units. */
export const fieldsQuery = queryOptions({
  queryKey: ['fields'],
  queryFn: () => answerOf(api.GET('/v1/weather/fields')),
  staleTime: Infinity,
});

/** The scopes of clients and their keys, or of personal access tokens. */
export const scopesQuery = (holder?: 'token') =>
  queryOptions({
    queryKey: ['scopes', holder],
    queryFn: async () => (await answerOf(api.GET('/v1/scopes', { params: { query: { holder } } }))).data,
    staleTime: Infinity,
  });

export const weatherCodesQuery = queryOptions({
  queryKey: ['codes'],
  queryFn: () => answerOf(api.GET('/v1/weather/codes')),
  staleTime: Infinity,
});
