import { VARIABLES } from '../meteo/variables.js';
import { COMPRESSIONS, INVENTORY_FORMATS, type Model, STATISTIC_OF } from './model.js';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** Resolutions are part of the names of stored runs. */
const RESOLUTION = /^[A-Za-z0-9]+$/;
/** Names with another meaning in `source` and `MODELS`. */
const RESERVED = ['auto', 'climatology'];

type Test = (value: unknown) => boolean;
type Members = Readonly<Record<string, Test>>;

const isText: Test = (value) => typeof value === 'string' && value !== '';
const isNumber: Test = (value) => Number.isFinite(value);
const isPositive: Test = (value) => isNumber(value) && Number(value) > 0;
const isHour: Test = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 23;
const isInstant: Test = (value) => isText(value) && !Number.isNaN(Date.parse(String(value)));
const isBoolean: Test = (value) => typeof value === 'boolean';
const isOneOf =
  (values: readonly unknown[]): Test =>
  (value) =>
    values.includes(value);
const optional =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value);
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.length > 0 && value.every(test);
/** An object with these members and no others. */
const objectOf =
  (members: Members): Test =>
  (value) =>
    isObject(value) &&
    Object.keys(value).every((name) => name in members) &&
    Object.entries(members).every(([name, test]) => test(value[name]));

const MESSAGE: Members = {
  discipline: isNumber,
  parameterCategory: isNumber,
  parameterNumber: isNumber,
  levelType: isNumber,
  levelValue: optional(isNumber),
  factor: optional(isNumber),
};
const PART: Members = {
  parameter: isText,
  level: isText,
  spanSince: optional(isOneOf(['run', 'step'])),
  messages: listOf(objectOf(MESSAGE)),
};
const PATTERN: Members = {
  ...PART,
  derivation: isOneOf(Object.keys(STATISTIC_OF)),
  isAnyOf: optional(listOf(isNumber)),
  percentOf: optional(objectOf(PART)),
};
const RECORD: Members = {
  variable: isOneOf(Object.keys(VARIABLES)),
  alternatives: listOf(objectOf(PATTERN)),
  atStepZero: isOneOf(['required', 'optional', 'absent']),
  atLaterSteps: isOneOf(['required', 'optional']),
  static: optional(isBoolean),
  checkRunTotal: optional(isBoolean),
};
const PRODUCT: Members = { name: isText, stepBytes: optional(isPositive) };
const STEP_FILES: Members = {
  ...PRODUCT,
  file: isText,
  inventory: objectOf({ path: isText, format: isOneOf(INVENTORY_FORMATS) }),
};
const RECORD_FILES: Members = {
  ...PRODUCT,
  recordFile: isText,
  staticRecordFile: isText,
  compression: optional(isOneOf(COMPRESSIONS)),
};
const isProduct: Test = (value) => objectOf(STEP_FILES)(value) || objectOf(RECORD_FILES)(value);
const RUN_KIND: Members = {
  hoursUtc: listOf(isHour),
  firstStepDelayMinutes: isNumber,
  lastStepDelayMinutes: isNumber,
  lastStepHours: optional(isPositive),
};
const RESOLUTION_MEMBERS: Members = {
  degrees: isPositive,
  steps: listOf(objectOf({ everyHours: isPositive, untilHours: isNumber })),
  products: listOf(isProduct),
};
const MEMBER: Members = { name: isText, number: isNumber, inventory: isText };
const isResolutions: Test = (value) =>
  isObject(value) &&
  Object.entries(value).every(
    ([name, resolution]) => RESOLUTION.test(name) && objectOf(RESOLUTION_MEMBERS)(resolution),
  );
const ENSEMBLE: Members = {
  members: listOf(objectOf(MEMBER)),
  leastMembers: isPositive,
  quantiles: objectOf({ records: listOf(objectOf(RECORD)), resolutions: isResolutions }),
};
const MODEL: Members = {
  name: isText,
  title: isText,
  openMeteoNames: optional(listOf(isText)),
  attribution: isText,
  existsSince: isInstant,
  runs: listOf(objectOf(RUN_KIND)),
  baseUrls: listOf(isText),
  resolutions: isResolutions,
  defaultResolution: isText,
  byDefault: optional(isBoolean),
  records: listOf(objectOf(RECORD)),
  ensemble: optional(objectOf(ENSEMBLE)),
};

/**
 * Describes, as part of a sentence, what is wrong with a model that was not compiled against the Model type; undefined
 * if it is valid.
 */
export function faultOfModel(model: Model): string | undefined {
  if (!isObject(model)) return 'a model is not an object';
  const { name, resolutions, defaultResolution, records } = model as Partial<Model>;
  if (typeof name !== 'string' || !NAME.test(name) || RESERVED.includes(name))
    return `a model has the name ${JSON.stringify(name)}, and must have one in kebab case`;
  const unknown = Object.keys(model).find((member) => !(member in MODEL));
  if (unknown !== undefined) return `the model ${name} has a member ${unknown}, which no model has`;
  const wrong = Object.keys(MODEL).find(
    (member) => !MODEL[member]((model as Record<string, unknown>)[member]),
  );
  if (wrong === 'records') {
    const index = records?.findIndex?.((record) => !objectOf(RECORD)(record)) ?? -1;
    const variable = records?.[index]?.variable;
    return `the model ${name} has wrong records${index === -1 ? '' : `: see ${variable ?? `the one at ${index}`}`}`;
  }
  if (wrong !== undefined) return `the model ${name} has no ${wrong}, or a wrong one`;
  if (!Object.keys(resolutions ?? {}).includes(defaultResolution ?? ''))
    return `the model ${name} must have its default resolution among its resolutions`;
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
