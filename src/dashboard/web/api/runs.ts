import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './transport/client.ts';

const REFRESH_MS = 15_000;

/** The model runs that the service has or is fetching. */
export const runsQuery = queryOptions({
  queryKey: ['runs'],
  queryFn: () => answerOf(api.GET('/v1/weather/runs')),
  refetchInterval: REFRESH_MS,
});
