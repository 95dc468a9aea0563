import * as z from 'zod/mini';
import { type Members, TEXT, someOf } from '../checks/schema-parts.js';
import { VARIABLE_NAMES } from '../meteo/variables.js';
import { type Derivation, STATISTIC_OF } from './derivations.js';

const NUMBER = z.number();
const POSITIVE = z.number().check(z.positive());

/**
 * What a record's message must contain: numbers from WMO code tables 0.0, 4.1, 4.2 and 4.5, or from a center's local
 * tables. They determine the unit, too.
 */
const MESSAGE_FORM = {
  discipline: NUMBER,
  parameterCategory: NUMBER,
  parameterNumber: NUMBER,
  levelType: NUMBER,
  /** Absent if the type alone identifies the level. */
  levelValue: z.optional(NUMBER),
  /** Converts the message's values to the variable's unit; 1 if absent. */
  factor: z.optional(NUMBER),
};

const PATTERN_PART = {
  parameter: TEXT,
  level: TEXT,
  /**
   * Where the span of a non-instant record begins, for inventories that don't specify it: at the start of the run, or
   * at the step before in the step table. The message must match; a maximum may cover only the end of the span.
   */
  spanSince: z.optional(z.enum(['run', 'step'])),
  /**
   * The possible forms of the message: a source may change the form, and with it the unit, but keep the record's name.
   */
  messages: someOf(z.strictObject(MESSAGE_FORM)),
};

/** A record as named in the inventory, and how it is ingested. */
const RECORD_PATTERN = {
  ...PATTERN_PART,
  derivation: z.enum(Object.keys(STATISTIC_OF) as Derivation[]),
  /** Set if the values are codes of a table: the variable is 1 where the value is one of these, and 0 elsewhere. */
  isAnyOf: z.optional(someOf(NUMBER)),
  /** Set if the variable is the record's share of this one, in percent; missing where this one is 0. */
  percentOf: z.optional(z.strictObject(PATTERN_PART)),
};

/** The source of a stored variable. Several variables may come from one record. */
const SOURCE_RECORD = {
  variable: z.enum(VARIABLE_NAMES),
  /**
   * In order of preference. One derivation is chosen for the whole run; each step uses the first alternative with that
   * derivation that is there.
   */
  alternatives: someOf(z.strictObject(RECORD_PATTERN)),
  /** At step 0 there are no buckets yet, so there are no amounts or averages. */
  atStepZero: z.enum(['required', 'optional', 'absent']),
  atLaterSteps: z.enum(['required', 'optional']),
  /** Doesn't change during a run: ingested once, from the first step. */
  static: z.optional(z.boolean()),
  /**
   * Besides the buckets, the source has the amount since the start of the run: at the last step it is compared with the
   * sum of the buckets.
   */
  checkRunTotal: z.optional(z.boolean()),
};

const PRODUCT_FACTS = {
  /** For messages. */
  name: TEXT,
  /**
   * Approximate size of the records of a step after step 0; for an ensemble, of one member. Absent if it is unknown, or
   * the product replaces another one that is usually there.
   */
  stepBytes: z.optional(POSITIVE),
};

/** Files of one grid, one for each step, each with an inventory. */
const STEP_FILES = {
  ...PRODUCT_FACTS,
  /** The path of a step's file below the base URL, with the placeholders of `stepPath`. */
  file: TEXT,
  /** In the format of wgrib2 (`.idx`), or ECMWF's, a JSON object for each line (`.index`). */
  inventory: z.strictObject({ path: TEXT, format: z.enum(['wgrib2', 'ecmwf']) }),
};

/** Files of one grid, one for each record of a step, without an inventory: a record is there if its file is. */
const RECORD_FILES = {
  ...PRODUCT_FACTS,
  /** The path of a record's file below the base URL, with the placeholders of `stepPath`. */
  recordFile: TEXT,
  /** The same for records that don't change during a run; they are valid at the run's hour. */
  staticRecordFile: TEXT,
  compression: z.optional(z.enum(['bzip2'])),
};

/** Steps at a regular interval: from the end of the range before, or from 0, up to and including the last one. */
const STEP_RANGE = { everyHours: POSITIVE, untilHours: NUMBER };

/** One of the forecasts that an ensemble consists of. */
const MEMBER = {
  /** What `{MEMBER}` stands for in the paths of its files. */
  name: TEXT,
  /** Its number in GRIB messages: 0 is the control. */
  number: NUMBER,
  /** The end of the forecast column by which an inventory identifies the member's records. */
  inventory: TEXT,
};

/** A grid on which a model can be stored. */
const RESOLUTION = {
  degrees: POSITIVE,
  /** The ingested steps, ascending. */
  steps: someOf(z.strictObject(STEP_RANGE)),
  /**
   * The products that have the grid, in order of preference: a run is ingested from the first product that has all of
   * it, so that a source may change its layout between two runs. Products on a finer grid are thinned (see Thinning).
   */
  products: someOf(z.union([z.strictObject(STEP_FILES), z.strictObject(RECORD_FILES)])),
};

/** The runs that begin at certain hours of the day. */
const RUN_KIND = {
  hoursUtc: someOf(z.int().check(z.minimum(0), z.maximum(23))),
  /** From the run's hour until its first and last steps are usually there. */
  firstStepDelayMinutes: NUMBER,
  lastStepDelayMinutes: NUMBER,
  /** Set if these runs are shorter than others. */
  lastStepHours: z.optional(POSITIVE),
};

const SOURCE = {
  records: someOf(z.strictObject(SOURCE_RECORD)),
  /** By name, which is part of the names of stored runs. */
  resolutions: z.readonly(z.record(z.string().check(z.regex(/^[A-Za-z0-9]+$/)), z.strictObject(RESOLUTION))),
};

/** A model that is run several times from slightly different states. */
const ENSEMBLE = {
  members: someOf(z.strictObject(MEMBER)),
  /**
   * A step with fewer members is not ingested, and a cell with values of fewer members for the same span is missing.
   */
  leastMembers: POSITIVE,
  /** Additional records, and the grids that have them, if `<NAME>_QUANTILES` is `on`. */
  quantiles: z.strictObject(SOURCE),
};

const MODEL_MEMBERS = {
  ...SOURCE,
  /**
   * In kebab case. It is the `source` of requests, where `auto` and `climatology` mean something else, the `--model` of
   * the command, and the prefix of the model's settings.
   */
  name: z.string().check(z.regex(/^(?!(auto|climatology)$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/)),
  title: TEXT,
  /** Open-Meteo's names for the model, which work in `models` there. */
  openMeteoNames: z.optional(someOf(TEXT)),
  attribution: TEXT,
  /** An instant before which there are no runs under the model's name. */
  existsSince: z.string().check(z.refine((instant) => !Number.isNaN(Date.parse(instant)))),
  runs: someOf(z.strictObject(RUN_KIND)),
  /** The location of its files: the default of `<NAME>_BASE_URL`. */
  baseUrls: someOf(TEXT),
  /** The default of `<NAME>_RESOLUTION`. */
  defaultResolution: TEXT,
  /** Whether the model is ingested, after the service's own choice, if `MODELS` is not set. */
  byDefault: z.optional(z.boolean()),
  /**
   * Set if the files are those of members. Only statistics of the members are stored (see MEMBER_STATISTICS), so the
   * model can't be a source of forecasts.
   */
  ensemble: z.optional(z.strictObject(ENSEMBLE)),
};

/** A weather model as a source of runs: plain data, serializable as JSON. */
export const MODEL = z.strictObject(MODEL_MEMBERS).check(
  z.refine(({ resolutions, defaultResolution }) => Object.hasOwn(resolutions, defaultResolution), {
    path: ['defaultResolution'],
    error: 'must have its default resolution among its resolutions',
  }),
);

export interface MessageForm extends Members<typeof MESSAGE_FORM> {}
export interface RecordPattern extends Members<typeof RECORD_PATTERN> {}
export interface SourceRecord extends Members<typeof SOURCE_RECORD> {}
export interface StepFiles extends Members<typeof STEP_FILES> {}
export interface RecordFiles extends Members<typeof RECORD_FILES> {}
/** One of the forms in which a source publishes runs. */
export type Product = StepFiles | RecordFiles;
export type InventoryFormat = StepFiles['inventory']['format'];
export type Compression = NonNullable<RecordFiles['compression']>;
export interface StepRange extends Members<typeof STEP_RANGE> {}
export interface Member extends Members<typeof MEMBER> {}
export interface Resolution extends Members<typeof RESOLUTION> {}
export interface RunKind extends Members<typeof RUN_KIND> {}
export interface Model extends Members<typeof MODEL_MEMBERS> {}
