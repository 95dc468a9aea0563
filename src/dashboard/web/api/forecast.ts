import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { keyedAnswer } from './transport/keyed-request.ts';
import type { Forecast, UnitSystem } from './schemas.ts';

/** The coordinates as they were typed: the service says what is wrong with them. */
export interface ForecastRequest {
  lat: string;
  lon: string;
  units: UnitSystem;
  /** One model alone; by default the answer is made of all. */
  source?: string;
  /** By default those that a request has which names none. */
  fields?: string[];
}

/** What the explorer shows. */
export const EXPLORER_TIMELINES = ['hourly', 'daily'];

/** Days begin at the point's own midnight. */
export function forecastPath({ lat, lon, units, source, fields }: ForecastRequest): string {
  const query = new URLSearchParams({
    lat,
    lon,
    timelines: EXPLORER_TIMELINES.join(','),
    units,
    timezone: 'auto',
    ...(source !== undefined && { source }),
    ...(fields !== undefined && { fields: fields.join(',') }),
  });
  return `/v1/weather/forecast?${query.toString().replaceAll('%2C', ',')}`;
}

const FRESH_MS = 5 * 60_000;

export const forecastQuery = (clientId: string, request: ForecastRequest) =>
  queryOptions({
    queryKey: ['forecast', clientId, request],
    queryFn: ({ signal }) => keyedAnswer<Forecast>(clientId, forecastPath(request), signal),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
