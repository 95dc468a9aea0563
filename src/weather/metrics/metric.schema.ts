import * as z from 'zod/mini';
import { type Members, SWITCH, TEXT, functionOf, listOf, someOf, whole } from '../checks/schema-parts.js';
import { MEMBER_STATISTICS, keptVariables } from '../meteo/ensemble/member-statistics.js';
import { VARIABLE_NAMES } from '../meteo/variables.js';
import { CAUTIONS, type CautionCode } from './cautions.js';
import {
  type ClimatologySource,
  type DaySource,
  type MetricSource,
  type MinuteSource,
  PANEL_CHARTS,
} from './metric.types.js';
import { QUANTITIES, type QuantityName } from './quantities.js';
import { QUANTITY } from './quantity.schema.js';
import { LONGEST_METRIC_NAME, LONGEST_VALUE_NAME } from './value-names.js';

const QUANTITY_NAMES = Object.keys(QUANTITIES) as QuantityName[];
const MEASURES = ['minimum', 'maximum', 'average', 'sum'] as const;

const CAUTION = z.enum(Object.keys(CAUTIONS) as CautionCode[]);
const VARIABLE = z.enum(VARIABLE_NAMES);
const PLACES = z.literal([0, 1, 2, 3]);
const ANY_QUANTITY = z.union([z.enum(QUANTITY_NAMES), QUANTITY]);
const NAME = z.string().check(z.regex(/^[a-z][A-Za-z0-9]*$/));

/** How the hours of a day that have a value are summarized. A sum adds the values as they are served. */
const DAILY_MEASURE = z.enum(MEASURES);

const NAMED_DAILY_VALUE = z.object({
  /** `sunriseTime` and `sunsetTime` are members of every daily entry, whatever the metrics. */
  name: NAME.check(z.maxLength(LONGEST_VALUE_NAME), z.regex(/^(?!sun(rise|set)Time$)/)),
  title: TEXT,
  /** Default: that of the metric. */
  quantity: z.optional(ANY_QUANTITY),
  /** The name of a metric: the day is null if any of its hours has a value of that metric, but none of this one. */
  everyHourOf: z.optional(TEXT),
});

/** A daily value with a name of its own. */
const DAILY_VALUE = z.union([
  z.readonly(z.extend(NAMED_DAILY_VALUE, { measure: DAILY_MEASURE, description: z.optional(z.string()) })),
  z.readonly(
    z.extend(NAMED_DAILY_VALUE, {
      /** One sentence: how it is derived from the hours. */
      description: TEXT,
      /** In the metric unit, not rounded; NaN for null. */
      measure: functionOf<(day: DaySource) => number>(),
    }),
  ),
]);

/** How a metric is derived from long-term means. */
const CLIMATOLOGY = {
  /** One value for each hour, as `derive` of a metric. */
  derive: z.optional(functionOf<(source: ClimatologySource) => Float64Array>()),
  /** For what only has daily sums: the average contribution of each hour. */
  meanRate: z.optional(functionOf<(source: ClimatologySource) => Float64Array>()),
  /** Caveats to warn about. */
  cautions: listOf(CAUTION),
  /** Why hours may have no value. */
  cautionOfGaps: z.optional(CAUTION),
};

/**
 * The chart of a metric, shared by all metrics that name the same title. Its axis fits the values unless it sets
 * bounds.
 */
const PANEL = {
  title: TEXT,
  /** `bars` for hourly amounts, `line` for continuous values; `marks` are not joined: 359° and 1° are neighbors. */
  chart: z.enum(PANEL_CHARTS),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
};

/** How the minutes of a metric follow from its hours. */
const COURSE = z.union([
  z.enum(['curve', 'line', 'held']),
  functionOf<(minutes: MinuteSource) => Float64Array>(),
]);

const METRIC_MEMBERS = {
  /** In camel case, 33 characters at most. */
  name: NAME.check(z.maxLength(LONGEST_METRIC_NAME)),
  title: TEXT,
  /** One sentence for users of the values. */
  description: TEXT,
  /** The heading in lists of metrics. Default: `Other`. */
  group: z.optional(TEXT),
  /** A known quantity, or custom units with the conversion between them. Values are calculated in the metric unit. */
  quantity: whole(
    `one of ${QUANTITY_NAMES.join(', ')}, { unit }, or { metric, imperial, toImperial }`,
    ANY_QUANTITY,
  ),
  /** The decimal places that are served. */
  decimals: whole(
    '0, 1, 2 or 3, or such a number for each system of units',
    z.union([PLACES, z.readonly(z.object({ metric: PLACES, imperial: PLACES }))]),
  ),
  /** The variables of a model run that it needs; of those in a nested list, one is enough. */
  needs: whole(
    'a list of variables of models, or of lists of alternatives',
    listOf(z.union([VARIABLE, someOf(VARIABLE)])),
  ),
  /** The variable of an ensemble that provides it where there is an ensemble. */
  ofMembers: z.optional(
    whole('one variable of an ensemble', z.enum(MEMBER_STATISTICS.flatMap(keptVariables))),
  ),
  /** Whether it has no value without that variable. */
  needsMembers: z.optional(SWITCH),
  /** Whether responses have it if the request names no metrics. Default: true. */
  byDefault: z.optional(SWITCH),
  course: whole('curve, line, held or a function', COURSE),
  /** One value for each hour of a model run, in the metric unit, not rounded; NaN if missing. */
  derive: functionOf<(source: MetricSource) => Float64Array>(),
  /** Without it, the metric is null where no model run covers the request. */
  climatology: z.optional(
    whole(
      `an object with a list of cautions out of ${Object.keys(CAUTIONS).join(', ')}`,
      z.readonly(z.object(CLIMATOLOGY)),
    ),
  ),
  daily: whole(
    `a list out of ${MEASURES.join(', ')}, or values`,
    listOf(z.union([DAILY_MEASURE, DAILY_VALUE])),
  ),
  /** How it is calculated when a weather model is the source: Markdown on one line. */
  method: TEXT,
  /** Absent if no chart shows it. */
  panel: z.optional(
    whole(`{ title, chart }: a chart is one of ${PANEL_CHARTS.join(', ')}`, z.readonly(z.object(PANEL))),
  ),
  /** What other services call it, to suggest its name to clients that use theirs; in lower case, without separators. */
  otherNames: z.optional(
    whole('texts of small letters and digits', listOf(z.string().check(z.regex(/^[a-z0-9]+$/)))),
  ),
};

/** The definition of a metric. */
export const METRIC = z.strictObject(METRIC_MEMBERS).check(
  z.refine(({ needsMembers, ofMembers }) => needsMembers !== true || ofMembers !== undefined, {
    path: ['needsMembers'],
    error: 'left out without ofMembers',
  }),
);

export interface Metric extends Readonly<Members<typeof METRIC_MEMBERS>> {}
export type MetricClimatology = Readonly<Members<typeof CLIMATOLOGY>>;
export type MetricPanel = Readonly<Members<typeof PANEL>>;
export type Course = z.infer<typeof COURSE>;
export type DailyMeasure = z.infer<typeof DAILY_MEASURE>;
export type DailyValue = z.infer<typeof DAILY_VALUE>;
export type Decimals = z.infer<typeof PLACES>;
