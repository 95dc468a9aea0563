import { queryOptions } from '@tanstack/react-query';
import { keyedAnswer } from './transport/keyed-request.ts';
import type { Places } from './schemas.ts';

const MOST = 8;

/** Places whose names match the typed text. */
export const placesQuery = (clientId: string, name: string) =>
  queryOptions({
    queryKey: ['places', clientId, name],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ query: name, limit: String(MOST), language: navigator.language });
      return keyedAnswer<Places>(clientId, `/v1/places?${query.toString()}`, signal);
    },
    // Places change only with the version of the service.
    staleTime: Infinity,
    retry: false,
  });
