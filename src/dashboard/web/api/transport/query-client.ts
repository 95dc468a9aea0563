import { QueryClient } from '@tanstack/react-query';
import { ProblemError } from './problem-error.ts';

const isPassing = (error: Error) => error instanceof ProblemError && error.status >= 500;

export const queryClient = new QueryClient({
  defaultOptions: {
    // The service may run on this very machine, so a browser that calls itself offline can still reach it.
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
    },
    mutations: { networkMode: 'always' },
  },
});
