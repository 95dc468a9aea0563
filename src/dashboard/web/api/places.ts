import { queryOptions } from '@tanstack/react-query';
import { keyedAnswer } from './transport/keyed-request.ts';
import type { Places } from './schemas.ts';

const MOST = 8;

/** The places with a name, as far as it is typed. */
export const placesQuery = (clientId: string, name: string) =>
  queryOptions({
    queryKey: ['places', clientId, name],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ query: name, limit: String(MOST), language: navigator.language });
      return keyedAnswer<Places>(clientId, `/v1/places?${query.toString()}`, signal);
    },
    // They change with the version of the service.
    staleTime: Infinity,
    retry: false,
  });
