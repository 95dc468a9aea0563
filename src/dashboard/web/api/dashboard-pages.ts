import { useQuery } from '@tanstack/react-query';
import { useAccount } from './session.ts';
import { answerQuery } from './transport/queries.ts';

export const dashboardPagesQuery = answerQuery('get', '/v1/dashboard/pages', undefined, {
  staleTime: Infinity,
});

/** The pages that the user may see, in navigation order. Only for use below the signed-in layout, which loads them. */
export function useDashboardPages() {
  const { role } = useAccount();
  const pages = useQuery(dashboardPagesQuery).data?.data ?? [];
  return pages.filter(({ admins_only }) => !admins_only || role === 'admin');
}
