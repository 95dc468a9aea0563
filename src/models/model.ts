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

export interface Resolution {
  degrees: number;
  /** The steps that the source publishes, in hours after the run, up to and including a maximum. */
  steps(maxStepHours: number): number[];
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
  /** The file of a step below the base URL. */
  filePath(run: Date, resolution: string, stepHours: number): string;
  /** What stands behind the file's path in that of its inventory, which is one as wgrib2 writes them. */
  inventorySuffix: string;
  records: SourceRecord[];
}
