import { type Statistic, type VariableName } from '../meteo/variables.js';

/**
 * How a source's record becomes a plane of the store.
 *
 * - `instant`: the record is of its step alone, and is taken as it is.
 * - `accumulated`: an amount since the start of a bucket; the increment since the step before is taken.
 * - `averaged`: a mean since the start of a bucket; the mean since the step before is worked out.
 * - `held`: a mean since the start of a bucket that cannot be taken apart, because it is rounded to a whole number
 *   (flags). It stands for a bucket that begins at the step before; for a shorter span the record of its end does.
 */
export type Derivation = 'instant' | 'accumulated' | 'averaged' | 'held';

/** The statistic of the plane that a derivation gives. */
export const STATISTIC_OF = {
  instant: 'instant',
  accumulated: 'amount',
  averaged: 'mean',
  held: 'mean',
} as const satisfies Record<Derivation, Statistic>;

/** A record as the inventory names it; the derivation says which forecast text (instant, average, accumulation) it has. */
export interface RecordPattern {
  parameter: string;
  level: string;
  derivation: Derivation;
}

/** What the message itself must say: numbers of WMO code tables 0.0, 4.1, 4.2 and 4.5. */
export interface MessageIdentity {
  discipline: number;
  parameterCategory: number;
  parameterNumber: number;
  levelType: number;
  /** Absent where the type alone names the level. */
  levelValue?: number;
}

/** Where a variable of the store comes from. */
export interface SourceRecord {
  variable: VariableName;
  /** In order of preference; one of them is chosen for the whole run. */
  alternatives: RecordPattern[];
  /** At the run's hour there are no buckets yet, hence no amounts and averages. */
  atStepZero: 'required' | 'optional' | 'absent';
  atLaterSteps: 'required' | 'optional';
  /** Does not change in the course of a run: taken once, from the first step. */
  static?: boolean;
  /**
   * Beside the buckets the source has the amount since the start of the run: that of the last step is compared with what
   * the buckets add up to.
   */
  checkRunTotal?: boolean;
  expect: MessageIdentity;
  /** By which the source's values are multiplied to be in the variable's unit; 1 where it is absent. */
  factor?: number;
}

/** One of the forms in which a source publishes runs: files of one grid, one for each step, under names of their own. */
export interface Product {
  /** For messages. */
  name: string;
  /** The file of a step below the base URL. */
  filePath(this: void, run: Date, stepHours: number): string;
  /** What stands behind the file's path in that of its inventory, which is one as wgrib2 writes them. */
  inventorySuffix: string;
}

/** A grid that may be kept of a model. */
export interface Resolution {
  degrees: number;
  /** The steps that are taken, in hours after the run, up to and including a maximum. */
  steps(maxStepHours: number): number[];
  /**
   * What the grid can be had from, the preferred one first: a run is taken from the first product that has all of it, so
   * that a source may change its layout between two runs. Those on a finer grid are thinned (see Thinning).
   */
  products: Product[];
}

/** A weather model as a source of runs: nothing but facts. */
export interface Model {
  name: string;
  title: string;
  attribution: string;
  /** Before it there are no runs under the model's name. */
  existsSince: Date;
  runHoursUtc: number[];
  resolutions: Record<string, Resolution>;
  /** From the run's hour until its first and last step are usually there. */
  firstStepDelayMinutes: number;
  lastStepDelayMinutes: number;
  records: SourceRecord[];
}
