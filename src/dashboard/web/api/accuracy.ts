import { queryOptions } from '@tanstack/react-query';
import type { Accuracy, NearStations } from './schemas.ts';
import { answerOf, api } from './transport/client.ts';
import { keyedAnswer } from './transport/keyed-request.ts';

export interface AccuracyQuery {
  field?: Accuracy['field'];
  lat?: number;
  lon?: number;
  days?: number;
  by?: 'lead' | 'hour';
  scope?: Accuracy['scope'];
}

/** As long as the service's own answers stay the same. */
const FRESH_MS = 10 * 60_000;

export const accuracyQuery = (query: AccuracyQuery = {}) =>
  queryOptions({
    queryKey: ['accuracy', query],
    // The endpoint can also return CSV, but only if requested.
    queryFn: async () => (await answerOf(api.GET('/v1/weather/accuracy', { params: { query } }))) as Accuracy,
    staleTime: FRESH_MS,
  });

export const STATIONS_KM = 300;

export const stationsQuery = (clientId: string, lat: number, lon: number) =>
  queryOptions({
    queryKey: ['stations', clientId, lat, lon],
    queryFn: ({ signal }) =>
      keyedAnswer<NearStations>(
        clientId,
        `/v1/weather/stations?lat=${lat}&lon=${lon}&radiusKm=${STATIONS_KM}`,
        signal,
      ),
    staleTime: FRESH_MS,
  });
