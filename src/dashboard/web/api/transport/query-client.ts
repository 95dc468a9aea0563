import { MutationCache, QueryClient } from '@tanstack/react-query';
import { fetchOutdated } from './outdated.ts';
import { ProblemError } from './problem-error.ts';

const isPassing = (error: Error) => error instanceof ProblemError && error.status >= 500;

export const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({
    onSuccess: (_data, variables, _result, { options }) => fetchOutdated(queryClient, options, variables),
  }),
  defaultOptions: {
    // The service may run on this machine, where it is reachable even if the browser reports being offline.
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
    },
    // Answers may contain secrets, so they are kept only while the component that shows them is mounted.
    mutations: { networkMode: 'always', gcTime: 0 },
  },
});
