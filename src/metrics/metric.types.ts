import type { ClimatologyVariable } from '../climatology/climatology-variables.js';
import type { UnitSystem } from '../meteo/units.js';
import type { VariableName } from '../meteo/variables.js';
import type { CautionCode } from './cautions.js';
import type { Quantity, QuantityName } from './quantities.js';

export const PANEL_CHARTS = ['line', 'bars', 'marks'] as const;

/** The chart in which a metric is drawn, together with those that name the same one; its axis fits the values unless it says. */
export interface MetricPanel {
  readonly title: string;
  /** `bars` for an amount of its hour, `line` for a course; `marks` are not joined: 359° and 1° are neighbors. */
  readonly chart: (typeof PANEL_CHARTS)[number];
  readonly min?: number;
  readonly max?: number;
}

export type Decimals = 0 | 1 | 2 | 3;

/** The hours of an answer at one place, of which metrics are made. Arrays have one value for each hour, NaN where it is missing. */
interface HourlySource {
  /** The time of the first value, milliseconds since 1970-01-01T00:00:00Z. */
  readonly firstHourMs: number;
  readonly hours: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Metres above the sea. */
  readonly altitude: number;
  /**
   * Another metric in its metric unit, not rounded. The array is not to be written to.
   * @throws Error where there is no such metric
   */
  readonly metric: (name: string) => Float64Array;
}

/** The hours out of model runs. */
export interface MetricSource extends HourlySource {
  /**
   * A variable in its unit (src/meteo/variables.ts), of the preferred model that has it, at the height of the place. The
   * array is not to be written to.
   */
  readonly variable: (name: VariableName) => Float64Array;
  /** What several metrics are made of, made once. */
  readonly shared: <T>(make: (source: MetricSource) => T) => T;
  /** By run, newest first: the share (0..1) of the grid cells around the place that are wet in each hour. */
  readonly wetShares: () => readonly Float64Array[];
}

/** The hours out of long-term means. */
export interface ClimatologySource extends HourlySource {
  /** Metres from the terrain of the means up to the place; 0 unless the request has an elevation. */
  readonly lift: number;
  readonly mean: (variable: ClimatologyVariable) => Float64Array;
}

/** The minutes of an answer, between hours that were worked out before. */
export interface MinuteSource {
  /** What the curves below are laid through. */
  readonly hourly: Pick<HourlySource, 'metric'>;
  /** Another metric minute by minute. */
  readonly metric: (name: string) => Float64Array;
  /** Along a curve that keeps to the shape of the hours. */
  readonly curve: (hours: Float64Array) => Float64Array;
  /** Along straight lines. */
  readonly line: (hours: Float64Array) => Float64Array;
  /** Each minute has the value of its hour. */
  readonly held: (hours: Float64Array) => Float64Array;
}

/** The hours of one local day, of which a daily value is made. */
export interface DaySource {
  /** The time of the first hour, milliseconds since 1970-01-01T00:00:00Z. */
  readonly firstHourMs: number;
  readonly latitude: number;
  readonly longitude: number;
  /** A metric in its metric unit, not rounded; NaN where it is missing. */
  readonly metric: (name: string) => Float64Array;
}

/** How a metric comes from hours to minutes. */
export type Course = 'curve' | 'line' | 'held' | ((minutes: MinuteSource) => Float64Array);

/** What is made of the hours of a day: of those that have a value; a sum is that of the values as they are served. */
export type DailyMeasure = 'minimum' | 'maximum' | 'average' | 'sum';

interface NamedDailyValue {
  readonly name: string;
  readonly title: string;
  /** The metric's unless it says. */
  readonly quantity?: QuantityName | Quantity;
  /** A metric: the day has null where one of its hours has a value of that, and none of this. */
  readonly everyHourOf?: string;
}

/** A daily value with a name of its own. */
export type DailyValue =
  | (NamedDailyValue & { readonly measure: DailyMeasure; readonly description?: string })
  | (NamedDailyValue & {
      /** One sentence: how it is made of the hours. */
      readonly description: string;
      /** In the metric unit, not rounded; NaN for null. */
      readonly measure: (day: DaySource) => number;
    });

/** What long-term means say of a metric. */
export interface MetricClimatology {
  /** Hour by hour, as `derive`. */
  readonly derive?: (source: ClimatologySource) => Float64Array;
  /** Of what has sums of days and nothing of hours: what each hour has of it on average. */
  readonly meanRate?: (source: ClimatologySource) => Float64Array;
  /** What is to be borne in mind of it. */
  readonly cautions: readonly CautionCode[];
  /** Why hours may have no value. */
  readonly cautionOfGaps?: CautionCode;
}

/** One metric, and everything that there is to say of it. */
export interface Metric {
  /** In camel case, 33 characters at most. */
  readonly name: string;
  readonly title: string;
  /** A sentence for those who read the values. */
  readonly description: string;
  /** A heading for lists of metrics; 'Other' unless it says. */
  readonly group?: string;
  /** One of ours, or units of its own with the conversion between them. Values are worked out in the metric unit. */
  readonly quantity: QuantityName | Quantity;
  /** The places that are served. */
  readonly decimals: Decimals | Readonly<Record<UnitSystem, Decimals>>;
  /** The variables of a model run without which it has no value; of those in a list it needs one. */
  readonly needs: readonly (VariableName | readonly VariableName[])[];
  /** The variable of an ensemble's members that gives it where there is one. */
  readonly ofMembers?: VariableName;
  /** Whether it has no value where there is none of that. */
  readonly needsMembers?: boolean;
  /** Whether answers have it where no metrics are named; true unless it says. */
  readonly byDefault?: boolean;
  readonly course: Course;
  /** One value for each hour of a model run, in the metric unit, not rounded; NaN where it is missing. */
  readonly derive: (source: MetricSource) => Float64Array;
  /** Without it, the metric is null where no model run covers the request. */
  readonly climatology?: MetricClimatology;
  readonly daily: readonly (DailyMeasure | DailyValue)[];
  /** How it is calculated when a weather model is the source: Markdown on one line. */
  readonly method: string;
  /** None for what no chart shows. */
  readonly panel?: MetricPanel;
  /** What other services call it, for those who ask by that name; in small letters, without separators. */
  readonly otherNames?: readonly string[];
}
