import { type Statistic, type VariableName } from '../meteo/variables.js';

/**
 * How a source's record becomes a plane of the store.
 *
 * - `instant`: the record is valid only at its step, and is stored as it is.
 * - `accumulated`: an amount since the start of a bucket, which may be that of the run; the increment since the step
 *   before is stored.
 * - `averaged`: a mean since the start of a bucket; the mean since the step before is computed.
 * - `maximum`: the largest value of a span that ends at the step, stored as it is.
 * - `held`: a mean since the start of a bucket that cannot be split, because it is rounded to a whole number (flags).
 *   It is used for a bucket that begins at the step before; for a shorter span the instantaneous record at its end is
 *   used.
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
 * What a record's message must contain: numbers from WMO code tables 0.0, 4.1, 4.2 and 4.5, or from a center's local
 * tables. They determine the unit, too.
 */
export interface MessageForm {
  discipline: number;
  parameterCategory: number;
  parameterNumber: number;
  levelType: number;
  /** Absent if the type alone identifies the level. */
  levelValue?: number;
  /** Converts the message's values to the variable's unit; 1 if absent. */
  factor?: number;
}

/** A record as named in the inventory, and how it is ingested. */
export interface RecordPattern {
  parameter: string;
  level: string;
  derivation: Derivation;
  /**
   * Where the span of a non-instant record begins, for inventories that don't specify it: at the start of the run, or
   * at the step before in the step table. The message must match; a maximum may cover only the end of the span.
   */
  spanSince?: 'run' | 'step';
  /**
   * The possible forms of the message: a source may change the form, and with it the unit, but keep the record's name.
   */
  messages: readonly MessageForm[];
  /** Set if the values are codes of a table: the variable is 1 where the value is one of these, and 0 elsewhere. */
  isAnyOf?: readonly number[];
  /** Set if the variable is the record's share of this one, in percent; missing where this one is 0. */
  percentOf?: Omit<RecordPattern, 'derivation' | 'isAnyOf' | 'percentOf'>;
}

/** The source of a stored variable. Several variables may come from one record. */
export interface SourceRecord {
  variable: VariableName;
  /**
   * In order of preference. One derivation is chosen for the whole run; each step uses the first alternative with that
   * derivation that is there.
   */
  alternatives: readonly RecordPattern[];
  /** At step 0 there are no buckets yet, so there are no amounts or averages. */
  atStepZero: 'required' | 'optional' | 'absent';
  atLaterSteps: 'required' | 'optional';
  /** Doesn't change during a run: ingested once, from the first step. */
  static?: boolean;
  /**
   * Besides the buckets, the source has the amount since the start of the run: at the last step it is compared with the
   * sum of the buckets.
   */
  checkRunTotal?: boolean;
}

/** The formats of inventories: wgrib2's (`.idx`), or ECMWF's, a JSON object for each line (`.index`). */
export const INVENTORY_FORMATS = ['wgrib2', 'ecmwf'] as const;
export type InventoryFormat = (typeof INVENTORY_FORMATS)[number];

interface ProductFacts {
  /** For messages. */
  name: string;
  /**
   * Approximate size of the records of a step after step 0; for an ensemble, of one member. Absent if it is unknown, or
   * the product replaces another one that is usually there.
   */
  stepBytes?: number;
}

/** Files of one grid, one for each step, each with an inventory. */
export interface StepFiles extends ProductFacts {
  /** The path of a step's file below the base URL, with the placeholders of `stepPath`. */
  file: string;
  inventory: { path: string; format: InventoryFormat };
}

export const COMPRESSIONS = ['bzip2'] as const;
export type Compression = (typeof COMPRESSIONS)[number];

/** Files of one grid, one for each record of a step, without an inventory: a record is there if its file is. */
export interface RecordFiles extends ProductFacts {
  /** The path of a record's file below the base URL, with the placeholders of `stepPath`. */
  recordFile: string;
  /** The same for records that don't change during a run; they are valid at the run's hour. */
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
  /** The end of the forecast column by which an inventory identifies the member's records. */
  inventory: string;
}

/** A model that is run several times from slightly different states. */
interface Ensemble {
  members: readonly Member[];
  /**
   * A step with fewer members is not ingested, and a cell with values of fewer members for the same span is missing.
   */
  leastMembers: number;
  /** Additional records, and the grids that have them, if `<NAME>_QUANTILES` is `on`. */
  quantiles: Pick<Model, 'records' | 'resolutions'>;
}

/** A grid on which a model can be stored. */
export interface Resolution {
  degrees: number;
  /** The ingested steps, ascending. */
  steps: readonly StepRange[];
  /**
   * The products that have the grid, in order of preference: a run is ingested from the first product that has all of
   * it, so that a source may change its layout between two runs. Products on a finer grid are thinned (see Thinning).
   */
  products: readonly Product[];
}

/** The runs that begin at certain hours of the day. */
export interface RunKind {
  hoursUtc: readonly number[];
  /** From the run's hour until its first and last steps are usually there. */
  firstStepDelayMinutes: number;
  lastStepDelayMinutes: number;
  /** Set if these runs are shorter than others. */
  lastStepHours?: number;
}

/** A weather model as a source of runs: plain data, serializable as JSON. */
export interface Model {
  /**
   * In kebab case. It is the `source` of requests, the `--model` of the command, and the prefix of the model's
   * settings.
   */
  name: string;
  title: string;
  /** Open-Meteo's names for the model, which work in `models` there. */
  openMeteoNames?: readonly string[];
  attribution: string;
  /** An instant before which there are no runs under the model's name. */
  existsSince: string;
  runs: readonly RunKind[];
  /** The location of its files: the default of `<NAME>_BASE_URL`. */
  baseUrls: readonly string[];
  resolutions: Readonly<Record<string, Resolution>>;
  /** The default of `<NAME>_RESOLUTION`. */
  defaultResolution: string;
  /** Whether the model is ingested, after the service's own choice, if `MODELS` is not set. */
  byDefault?: boolean;
  records: readonly SourceRecord[];
  /**
   * Set if the files are those of members. Only statistics of the members are stored (see MEMBER_STATISTICS), so the
   * model can't be a source of forecasts.
   */
  ensemble?: Ensemble;
}
