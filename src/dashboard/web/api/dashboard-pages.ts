import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './transport/client.ts';

/** What features add to the dashboard. */
export const dashboardPagesQuery = queryOptions({
  queryKey: ['dashboard-pages'],
  queryFn: async () => (await answerOf(api.GET('/v1/dashboard/pages'))).data,
  staleTime: Infinity,
});
