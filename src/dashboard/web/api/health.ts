import { queryOptions } from '@tanstack/react-query';
import { reach } from './transport/connection.ts';
import type { Readiness } from './schemas.ts';

const REFRESH_MS = 5000;

/** Answered with 503, too, when a part is away: the body says which. */
export const readinessQuery = queryOptions({
  queryKey: ['readiness'],
  queryFn: async (): Promise<Readiness> => {
    const response = await reach(new Request('/health/ready', { cache: 'no-store' }));
    return (await response.json()) as Readiness;
  },
  refetchInterval: REFRESH_MS,
  staleTime: 0,
});
