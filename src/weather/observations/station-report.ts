/** Where weather is measured. */
export interface Station {
  /** Unique across sources, such as the ICAO code `KBOS` or DWD's `10384`. */
  readonly id: string;
  /** Null if the source doesn't name it. */
  readonly name: string | null;
  /** Degrees, north and east. */
  readonly lat: number;
  readonly lon: number;
  /** Meters above sea level. */
  readonly elevation: number;
}

export const OBSERVED_FIELDS = [
  'temperature',
  'dewPoint',
  'windSpeed',
  'windDirection',
  'windGust',
  'pressureSurfaceLevel',
  'cloudCover',
  'visibility',
  'weatherCode',
] as const;
export type ObservedField = (typeof OBSERVED_FIELDS)[number];

/** Values in the metric units and with the names of the forecast's metrics; null where nothing plausible was measured. */
export type ObservedValues = Readonly<Record<ObservedField, number | null>>;

/** What a station reported at a time. */
export interface StationReport {
  readonly station: Station;
  readonly observedAtMs: number;
  /** Whether it was issued between the regular reports, because the weather changed. */
  readonly isSpecial: boolean;
  readonly values: ObservedValues;
  /** As the station sent it. */
  readonly text: string;
}
