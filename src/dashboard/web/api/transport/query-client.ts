import { MutationCache, QueryClient } from '@tanstack/react-query';
import { AUDIT } from '../audit.ts';
import { ProblemError } from './problem-error.ts';

const isPassing = (error: Error) => error instanceof ProblemError && error.status >= 500;

export const queryClient: QueryClient = new QueryClient({
  // Most changes are audited.
  mutationCache: new MutationCache({
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: AUDIT }),
  }),
  defaultOptions: {
    // The service may run on this machine, where it is reachable even if the browser reports being offline.
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
    },
    mutations: { networkMode: 'always' },
  },
});
