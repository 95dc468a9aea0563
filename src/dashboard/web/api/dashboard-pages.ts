import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAccount } from './session.ts';
import { answerOf, api } from './transport/client.ts';

export const dashboardPagesQuery = queryOptions({
  queryKey: ['dashboard-pages'],
  queryFn: async () => (await answerOf(api.GET('/v1/dashboard/pages'))).data,
  staleTime: Infinity,
});

/** The pages that the user may see, in navigation order. Only for use below the signed-in layout, which loads them. */
export function useDashboardPages() {
  const { role } = useAccount();
  const { data: pages = [] } = useQuery(dashboardPagesQuery);
  return pages.filter(({ admins_only }) => !admins_only || role === 'admin');
}
