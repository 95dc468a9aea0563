import { queryOptions } from '@tanstack/react-query';
import { reach } from './transport/connection.ts';
import type { Readiness } from './schemas.ts';

const REFRESH_MS = 5000;

/** A 503 response also has a body, which says what is unavailable. */
export const readinessQuery = queryOptions({
  queryKey: ['readiness'],
  queryFn: async (): Promise<Readiness> => {
    const response = await reach(new Request('/health/ready', { cache: 'no-store' }));
    return (await response.json()) as Readiness;
  },
  refetchInterval: REFRESH_MS,
  staleTime: 0,
});
