import type { UnitSystem } from '../../api/schemas.ts';

/** The place that is looked at, in the page's address. */
export interface ForecastSearch {
  client?: string;
  lat?: string;
  lon?: string;
  units?: UnitSystem;
}

/** The router reads a number out of `lat=52.2`. */
const textOf = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : undefined;

export function parseForecastSearch({ client, lat, lon, units }: Record<string, unknown>): ForecastSearch {
  return {
    client: textOf(client),
    lat: textOf(lat),
    lon: textOf(lon),
    units: units === 'imperial' || units === 'metric' ? units : undefined,
  };
}
