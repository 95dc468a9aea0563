import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readProblem } from './transport/client.ts';
import { reach } from './transport/connection.ts';
import { ephemeralKey, forgetEphemeralKey } from './ephemeral-key.ts';
import { ProblemError } from './transport/problem-error.ts';
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

/** Asked with a key of some minutes, so it is limited and counted as the client's other requests are. */
export const forecastQuery = (clientId: string, request: ForecastRequest) =>
  queryOptions({
    queryKey: ['forecast', clientId, request],
    queryFn: async ({ signal }): Promise<Forecast> => {
      const apikey = await ephemeralKey(clientId);
      const response = await reach(new Request(forecastPath(request), { headers: { apikey }, signal }));
      if (response.ok) return (await response.json()) as Forecast;
      if (response.status === 401) forgetEphemeralKey(clientId);
      throw new ProblemError(response, await readProblem(response));
    },
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
