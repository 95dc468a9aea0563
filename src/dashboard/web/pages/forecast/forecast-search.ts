import type { UnitSystem } from '../../api/schemas.ts';

/** The selected place, kept in the URL. */
export interface ForecastSearch {
  client?: string;
  lat?: string;
  lon?: string;
  units?: UnitSystem;
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

export function parseForecastSearch({ client, lat, lon, units }: Record<string, unknown>): ForecastSearch {
  return {
    client: textOf(client),
    lat: textOf(lat),
    lon: textOf(lon),
    units: units === 'imperial' || units === 'metric' ? units : undefined,
  };
}
