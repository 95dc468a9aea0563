import { MEMBER_STATISTICS, VARIABLE_NAMES, keptVariables } from '../../weather/meteo/index.js';
import {
  DAILY_MEASURES,
  LONGEST_VALUE_NAME,
  type Metric,
  PANEL_CHARTS,
  QUANTITIES,
  type Quantity,
} from '../../weather/metrics/index.js';

type Unchecked<T> = { [K in keyof T]?: unknown };

const NAME = /^[a-z][A-Za-z0-9]*$/;
const OTHER_NAME = /^[a-z0-9]+$/;
/** Members of every daily entry, whatever the metrics. */
const SUN = ['sunriseTime', 'sunsetTime'];
const COURSES = ['curve', 'line', 'held'];
const LONGEST_SUFFIX = 3;

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';
const isOptional = (value: unknown, is: (value: unknown) => boolean) => value === undefined || is(value);
const isFunction = (value: unknown) => typeof value === 'function';
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isNumber = (value: unknown) => Number.isFinite(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isListOf = (value: unknown, is: (entry: unknown) => boolean) => Array.isArray(value) && value.every(is);
const isOfEnsemble = (value: unknown) =>
  (MEMBER_STATISTICS.flatMap(keptVariables) as unknown[]).includes(value);
const isPlaces = (value: unknown) => [0, 1, 2, 3].includes(value as number);
const isName = (value: unknown, longest: number) =>
  typeof value === 'string' && NAME.test(value) && value.length <= longest;

/** Returns the member of a metric that has an invalid value, and what is expected. */
export function faultOfMetric(metric: unknown): [member: string, expected: string] | undefined {
  if (!isObject(metric)) return ['metrics', 'a list of metrics, each made with defineMetric()'];
  const { name, title, description, group, quantity, decimals, needs, course, ...others } =
    metric as Unchecked<Metric>;
  const { derive, climatology, daily, method, panel, otherNames, ofMembers, ...rest } = others;
  const { needsMembers, byDefault, ...unknown } = rest;
  const longest = LONGEST_VALUE_NAME - LONGEST_SUFFIX;
  if (!isName(name, longest))
    return ['metrics', `named in camel case with up to ${longest} characters; "${String(name)}" is not`];
  const expected: [member: keyof Metric, isFine: boolean, expected: string][] = [
    ['title', isText(title), 'a text'],
    ['description', isText(description), 'a text'],
    ['group', isOptional(group, isText), 'a text'],
    ['quantity', isQuantity(quantity), QUANTITY],
    ['decimals', arePlaces(decimals), '0, 1, 2 or 3, or such a number for each system of units'],
    ['needs', isListOf(needs, isNeed), 'a list of variables of models, or of lists of alternatives'],
    [
      'course',
      COURSES.includes(course as string) || isFunction(course),
      `${COURSES.join(', ')} or a function`,
    ],
    ['ofMembers', isOptional(ofMembers, isOfEnsemble), 'one variable of an ensemble'],
    ['needsMembers', isOptional(needsMembers, isBoolean), 'true or false'],
    ['needsMembers', needsMembers !== true || ofMembers !== undefined, 'left out without ofMembers'],
    ['byDefault', isOptional(byDefault, isBoolean), 'true or false'],
    ['derive', isFunction(derive), 'a function'],
    ['climatology', isOptional(climatology, isClimatology), 'an object with a list of cautions'],
    ['daily', isListOf(daily, isDaily), `a list out of ${Object.keys(DAILY_MEASURES).join(', ')}, or values`],
    ['method', isText(method), 'a text'],
    ['panel', isOptional(panel, isPanel), `{ title, chart }: a chart is one of ${PANEL_CHARTS.join(', ')}`],
    ['otherNames', isOptional(otherNames, (list) => isListOf(list, isOtherName)), OTHER_NAMES],
  ];
  const of = (member: string) => `metrics.${String(name)}.${member}`;
  const [surplus] = Object.keys(unknown);
  if (surplus !== undefined) return [of(surplus), 'left out: a metric has no such member'];
  const wrong = expected.find(([, isFine]) => !isFine);
  return wrong && [of(wrong[0]), wrong[2]];
}

const QUANTITY = `one of ${Object.keys(QUANTITIES).join(', ')}, { unit }, or { metric, imperial, toImperial }`;
const OTHER_NAMES = 'texts of small letters and digits';
const isOtherName = (value: unknown) => typeof value === 'string' && OTHER_NAME.test(value);

function isQuantity(value: unknown): boolean {
  if (typeof value === 'string') return Object.hasOwn(QUANTITIES, value);
  if (!isObject(value)) return false;
  const { unit, metric, imperial, toImperial } = value as Unchecked<Quantity>;
  return unit === undefined
    ? isText(metric) && isText(imperial) && isFunction(toImperial)
    : isText(unit) && metric === undefined && imperial === undefined && toImperial === undefined;
}

function arePlaces(value: unknown): boolean {
  return isPlaces(value) || (isObject(value) && isPlaces(value.metric) && isPlaces(value.imperial));
}

function isNeed(value: unknown): boolean {
  const isVariable = (name: unknown) => (VARIABLE_NAMES as unknown[]).includes(name);
  return isVariable(value) || (isListOf(value, isVariable) && (value as unknown[]).length > 0);
}

function isClimatology(value: unknown): boolean {
  return (
    isObject(value) &&
    isListOf(value.cautions, isText) &&
    isOptional(value.derive, isFunction) &&
    isOptional(value.meanRate, isFunction)
  );
}

function isDaily(value: unknown): boolean {
  const isMeasure = (measure: unknown) => Object.hasOwn(DAILY_MEASURES, measure as string);
  if (typeof value === 'string') return isMeasure(value);
  if (!isObject(value)) return false;
  const { name, title, description, quantity, measure, everyHourOf } = value;
  const isMade = isFunction(measure) ? isText(description) : isMeasure(measure);
  return (
    isMade &&
    isName(name, LONGEST_VALUE_NAME) &&
    !SUN.includes(name as string) &&
    isText(title) &&
    isOptional(quantity, isQuantity) &&
    isOptional(everyHourOf, isText)
  );
}

function isPanel(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { title, chart, min, max } = value;
  const isChart = (PANEL_CHARTS as readonly unknown[]).includes(chart);
  return isText(title) && isChart && isOptional(min, isNumber) && isOptional(max, isNumber);
}
