import { type Statistic, type VariableName } from '../meteo/variables.js';

/**
 * How a source's record becomes a plane of the store.
 *
 * - `instant`: the record is of its step alone, and is taken as it is.
 * - `accumulated`: an amount since the start of a bucket, which may be the run's; the increment since the step before is
 *   taken.
 * - `averaged`: a mean since the start of a bucket; the mean since the step before is worked out.
 * - `maximum`: the largest value of a span that ends at the step, taken as it is.
 * - `held`: a mean since the start of a bucket that cannot be taken apart, because it is rounded to a whole number
 *   (flags). It stands for a bucket that begins at the step before; for a shorter span the record of its end does.
 */
export type Derivation = 'instant' | 'accumulated' | 'averaged' | 'maximum' | 'held';

/** The statistic of the plane that a derivation gives. */
export const STATISTIC_OF = {
  instant: 'instant',
  accumulated: 'amount',
  averaged: 'mean',
  maximum: 'maximum',
  held: 'mean',
} as const satisfies Record<Derivation, Statistic>;

/**
 * What a message that holds a record must say: numbers of WMO code tables 0.0, 4.1, 4.2 and 4.5, or of a centre's own.
 * By them the unit is known, too.
 */
export interface MessageForm {
  discipline: number;
  parameterCategory: number;
  parameterNumber: number;
  levelType: number;
  /** Absent where the type alone names the level. */
  levelValue?: number;
  /** By which the message's values are multiplied to be in the variable's unit; 1 where it is absent. */
  factor?: number;
}

/** A record as the inventory names it, and what becomes of it. */
export interface RecordPattern {
  parameter: string;
  level: string;
  derivation: Derivation;
  /**
   * Where the span of a record that is not an instant begins, for inventories that do not tell: at the run's hour, or at
   * the step before in the table of steps. The message must say the same; a maximum may be that of the end of the span.
   */
  spanSince?: 'run' | 'step';
  /** In which of these forms the message is: a source may change it, with the unit, and keep the record's name. */
  messages: readonly MessageForm[];
  /** The values are codes of a table: the variable is 1 where the value is one of these, and 0 elsewhere. */
  isAnyOf?: readonly number[];
  /** The variable is the share, in percent, that the record has of this one; missing where this one is 0. */
  percentOf?: Omit<RecordPattern, 'derivation' | 'isAnyOf' | 'percentOf'>;
}

/** Where a variable of the store comes from. Several may come from one record. */
export interface SourceRecord {
  variable: VariableName;
  /**
   * In order of preference. One derivation is chosen for the whole run; at each step the first alternative with it that is
   * there is taken.
   */
  alternatives: readonly RecordPattern[];
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
}

/** How an inventory is written: as wgrib2 does (`.idx`), or as ECMWF does, an object in JSON for each line (`.index`). */
export const INVENTORY_FORMATS = ['wgrib2', 'ecmwf'] as const;
export type InventoryFormat = (typeof INVENTORY_FORMATS)[number];

interface ProductFacts {
  /** For messages. */
  name: string;
  /**
   * What the records of a later step come to, roughly; of an ensemble those of one member. Absent where it is not known, or
   * the product stands in for another one that is there as a rule.
   */
  stepBytes?: number;
}

/** Files of one grid, one for each step, each with an inventory. */
export interface StepFiles extends ProductFacts {
  /** The path of a step's file below the base URL, with the placeholders of `stepPath`. */
  file: string;
  /** Its inventory. */
  inventory: { path: string; format: InventoryFormat };
}

/** How a file is compressed. */
export const COMPRESSIONS = ['bzip2'] as const;
export type Compression = (typeof COMPRESSIONS)[number];

/** Files of one grid, one for each record of a step, without an inventory: a record is there where its file is. */
export interface RecordFiles extends ProductFacts {
  /** The path of a record's file below the base URL, with the placeholders of `stepPath`. */
  recordFile: string;
  /** The same of the records that do not change in the course of a run; they are of its hour. */
  staticRecordFile: string;
  compression?: Compression;
}

/** One of the forms in which a source publishes runs. */
export type Product = StepFiles | RecordFiles;

/** Steps at a regular interval: from the end of the range before, or from 0, up to and including the last one. */
export interface StepRange {
  everyHours: number;
  untilHours: number;
}

/** One of the forecasts that an ensemble consists of. */
export interface Member {
  /** What `{MEMBER}` stands for in the paths of its files. */
  name: string;
  /** Its number in GRIB messages: 0 is the control. */
  number: number;
  /** By what an inventory tells its records from those of others: the end of their forecast column. */
  inventory: string;
}

/** Of a model that is run several times from slightly different states. */
interface Ensemble {
  members: readonly Member[];
  /** A step of fewer is not taken, and of a step a cell that fewer have a value of the same span in is missing. */
  leastMembers: number;
  /** What is taken besides, and the grids it can be had on, where `<NAME>_QUANTILES` is `on`. */
  quantiles: Pick<Model, 'records' | 'resolutions'>;
}

/** A grid that may be kept of a model. */
export interface Resolution {
  degrees: number;
  /** The steps that are taken, ascending. */
  steps: readonly StepRange[];
  /**
   * What the grid can be had from, the preferred one first: a run is taken from the first product that has all of it, so
   * that a source may change its layout between two runs. Those on a finer grid are thinned (see Thinning).
   */
  products: readonly Product[];
}

/** The runs that begin at some hours of the day. */
export interface RunKind {
  hoursUtc: readonly number[];
  /** From the run's hour until its first and last step are usually there. */
  firstStepDelayMinutes: number;
  lastStepDelayMinutes: number;
  /** Where these runs are shorter than others. */
  lastStepHours?: number;
}

/** A weather model as a source of runs: nothing but facts, all of which can be written as JSON. */
export interface Model {
  /** In kebab case: `source` of requests, and `--model` of the command. Its settings begin with it. */
  name: string;
  title: string;
  /** What Open-Meteo calls it: these names work in `models` there. */
  openMeteoNames?: readonly string[];
  attribution: string;
  /** An instant. Before it there are no runs under the model's name. */
  existsSince: string;
  runs: readonly RunKind[];
  /** Where its files are: the default of `<NAME>_BASE_URL`. */
  baseUrls: readonly string[];
  resolutions: Readonly<Record<string, Resolution>>;
  /** The default of `<NAME>_RESOLUTION`. */
  defaultResolution: string;
  /** Whether it is taken, after the service's own choice, where `MODELS` is not set. */
  byDefault?: boolean;
  records: readonly SourceRecord[];
  /**
   * Its files are those of the members. What is kept of them are statistics (see MEMBER_STATISTICS), so that it is no source
   * of forecasts by itself.
   */
  ensemble?: Ensemble;
}
