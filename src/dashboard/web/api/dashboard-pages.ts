import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAccount } from './session.ts';
import { answerOf, api } from './transport/client.ts';

export const dashboardPagesQuery = queryOptions({
  queryKey: ['dashboard-pages'],
  queryFn: async () => (await answerOf(api.GET('/v1/dashboard/pages'))).data,
  staleTime: Infinity,
});

/** Those of whoever is signed in, in the order of the navigation. Only below the signed-in layout, which has loaded them. */
export function useDashboardPages() {
  const { role } = useAccount();
  const { data: pages = [] } = useQuery(dashboardPagesQuery);
  return pages.filter(({ admins_only }) => !admins_only || role === 'admin');
}
