import type { ClimatologyVariable } from '../meteo/climatology-variables.js';
import type { VariableName } from '../meteo/variables.js';

export const PANEL_CHARTS = ['line', 'bars', 'marks'] as const;

/** The hours at one place from which metrics are derived. Arrays have one value for each hour; NaN if missing. */
interface HourlySource {
  /** The time of the first value, milliseconds since 1970-01-01T00:00:00Z. */
  readonly firstHourMs: number;
  readonly hours: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Meters above sea level. */
  readonly altitude: number;
  /**
   * Another metric in its metric unit, not rounded. Callers must not modify the array.
   * @throws Error if there is no such metric
   */
  readonly metric: (name: string) => Float64Array;
}

/** The hours from model runs. */
export interface MetricSource extends HourlySource {
  /**
   * A variable in its unit (src/weather/meteo/variables.ts), from the preferred model that has it, at the height of the place.
   * Callers must not modify the array.
   */
  readonly variable: (name: VariableName) => Float64Array;
  /** Returns what several metrics need, calculated once. */
  readonly shared: <T>(make: (source: MetricSource) => T) => T;
  /** By run, newest first: the share (0..1) of the grid cells around the place that are wet in each hour. */
  readonly wetShares: () => readonly Float64Array[];
}

/** The hours from long-term means. */
export interface ClimatologySource extends HourlySource {
  /** Meters from the terrain of the means up to the place; 0 unless the request has an elevation. */
  readonly lift: number;
  readonly mean: (variable: ClimatologyVariable) => Float64Array;
}

/** The minutes of a response, interpolated between hours that were calculated before. */
export interface MinuteSource {
  /** The hourly values to interpolate. */
  readonly hourly: Pick<HourlySource, 'metric'>;
  /** Another metric minute by minute. */
  readonly metric: (name: string) => Float64Array;
  /** Interpolates along a curve that preserves the shape of the hourly values. */
  readonly curve: (hours: Float64Array) => Float64Array;
  /** Interpolates linearly. */
  readonly line: (hours: Float64Array) => Float64Array;
  /** Gives each minute the value of its hour. */
  readonly held: (hours: Float64Array) => Float64Array;
}

/** The hours of one local day, from which a daily value is derived. */
export interface DaySource {
  /** The time of the first hour, milliseconds since 1970-01-01T00:00:00Z. */
  readonly firstHourMs: number;
  readonly latitude: number;
  readonly longitude: number;
  /** A metric in its metric unit, not rounded; NaN where it is missing. */
  readonly metric: (name: string) => Float64Array;
}
