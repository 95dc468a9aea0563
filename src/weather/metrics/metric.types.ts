import type { ClimatologyVariable } from '../meteo/climatology-variables.js';
import type { UnitSystem } from '../meteo/units.js';
import type { VariableName } from '../meteo/variables.js';
import type { CautionCode } from './cautions.js';
import type { Quantity, QuantityName } from './quantities.js';

export const PANEL_CHARTS = ['line', 'bars', 'marks'] as const;

/**
 * The chart of a metric, shared by all metrics that name the same title. Its axis fits the values unless it sets
 * bounds.
 */
export interface MetricPanel {
  readonly title: string;
  /** `bars` for hourly amounts, `line` for continuous values; `marks` are not joined: 359° and 1° are neighbors. */
  readonly chart: (typeof PANEL_CHARTS)[number];
  readonly min?: number;
  readonly max?: number;
}

export type Decimals = 0 | 1 | 2 | 3;

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

/** How the minutes of a metric follow from its hours. */
export type Course = 'curve' | 'line' | 'held' | ((minutes: MinuteSource) => Float64Array);

/** How the hours of a day that have a value are summarized. A sum adds the values as they are served. */
export type DailyMeasure = 'minimum' | 'maximum' | 'average' | 'sum';

interface NamedDailyValue {
  readonly name: string;
  readonly title: string;
  /** Default: that of the metric. */
  readonly quantity?: QuantityName | Quantity;
  /** The name of a metric: the day is null if any of its hours has a value of that metric, but none of this one. */
  readonly everyHourOf?: string;
}

/** A daily value with a name of its own. */
export type DailyValue =
  | (NamedDailyValue & { readonly measure: DailyMeasure; readonly description?: string })
  | (NamedDailyValue & {
      /** One sentence: how it is derived from the hours. */
      readonly description: string;
      /** In the metric unit, not rounded; NaN for null. */
      readonly measure: (day: DaySource) => number;
    });

/** How a metric is derived from long-term means. */
export interface MetricClimatology {
  /** One value for each hour, as `derive` of a metric. */
  readonly derive?: (source: ClimatologySource) => Float64Array;
  /** For what only has daily sums: the average contribution of each hour. */
  readonly meanRate?: (source: ClimatologySource) => Float64Array;
  /** Caveats to warn about. */
  readonly cautions: readonly CautionCode[];
  /** Why hours may have no value. */
  readonly cautionOfGaps?: CautionCode;
}

/** The definition of a metric. */
export interface Metric {
  /** In camel case, 33 characters at most. */
  readonly name: string;
  readonly title: string;
  /** One sentence for users of the values. */
  readonly description: string;
  /** The heading in lists of metrics. Default: `Other`. */
  readonly group?: string;
  /** A known quantity, or custom units with the conversion between them. Values are calculated in the metric unit. */
  readonly quantity: QuantityName | Quantity;
  /** The decimal places that are served. */
  readonly decimals: Decimals | Readonly<Record<UnitSystem, Decimals>>;
  /** The variables of a model run that it needs; of those in a nested list, one is enough. */
  readonly needs: readonly (VariableName | readonly VariableName[])[];
  /** The variable of an ensemble that provides it where there is an ensemble. */
  readonly ofMembers?: VariableName;
  /** Whether it has no value without that variable. */
  readonly needsMembers?: boolean;
  /** Whether responses have it if the request names no metrics. Default: true. */
  readonly byDefault?: boolean;
  readonly course: Course;
  /** One value for each hour of a model run, in the metric unit, not rounded; NaN if missing. */
  readonly derive: (source: MetricSource) => Float64Array;
  /** Without it, the metric is null where no model run covers the request. */
  readonly climatology?: MetricClimatology;
  readonly daily: readonly (DailyMeasure | DailyValue)[];
  /** How it is calculated when a weather model is the source: Markdown on one line. */
  readonly method: string;
  /** Absent if no chart shows it. */
  readonly panel?: MetricPanel;
  /** What other services call it, to suggest its name to clients that use theirs; in lower case, without separators. */
  readonly otherNames?: readonly string[];
}
