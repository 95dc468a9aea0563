import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { keyedAnswer } from './transport/keyed-request.ts';
import { HOUR_MS } from '../ui/durations.ts';
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
  /** From the current hour on; defaults to the service's own length. */
  hours?: number;
}

/** The timelines that the explorer shows, and how many hours of them. */
export const EXPLORER_TIMELINES = ['hourly', 'daily'];
export const EXPLORER_HOURS = 240;

/** When an explorer's forecast ends. */
export const endAfter = (hours: number): string =>
  new Date((Math.floor(Date.now() / HOUR_MS) + hours) * HOUR_MS).toISOString();

/** Days start at midnight local time of the point. */
export function forecastPath({ lat, lon, units, source, fields, hours }: ForecastRequest): string {
  const query = new URLSearchParams({
    lat,
    lon,
    timelines: EXPLORER_TIMELINES.join(','),
    units,
    timezone: 'auto',
    ...(source !== undefined && { source }),
    ...(fields !== undefined && { fields: fields.join(',') }),
    ...(hours !== undefined && { endTime: endAfter(hours) }),
  });
  return `/v1/weather/forecast?${query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')}`;
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
