import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { keyedAnswer } from './transport/keyed-request.ts';
import type { CurrentConditions, Forecast, UnitSystem } from './schemas.ts';

/** Coordinates are sent as typed; the service validates them. */
export interface ForecastRequest {
  lat: string;
  lon: string;
  units: UnitSystem;
  /** A single model; by default the forecast combines all of them. */
  source?: string;
  /** Defaults to the fields of a request that names none. */
  fields?: string[];
}

/** The timelines that the explorer shows. */
export const EXPLORER_TIMELINES = ['hourly', 'daily'];

/** Days start at midnight local time of the point. */
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

/** The path of the current conditions at the same point. */
function currentPath({ lat, lon, units }: ForecastRequest): string {
  return `/v1/weather/current?${new URLSearchParams({ lat, lon, units }).toString()}`;
}

const MINUTE_MS = 60_000;
const FRESH_MS = 5 * MINUTE_MS;

export const forecastQuery = (clientId: string, request: ForecastRequest) =>
  queryOptions({
    queryKey: ['forecast', clientId, request],
    queryFn: ({ signal }) => keyedAnswer<Forecast>(clientId, forecastPath(request), signal),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });

export const currentQuery = (clientId: string, request: ForecastRequest) =>
  queryOptions({
    queryKey: ['current', clientId, currentPath(request)],
    queryFn: ({ signal }) => keyedAnswer<CurrentConditions>(clientId, currentPath(request), signal),
    staleTime: MINUTE_MS,
  });
