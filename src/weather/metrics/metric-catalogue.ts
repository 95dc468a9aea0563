import { type UnitSystem } from '../meteo/units.js';
import { type VariableName } from '../meteo/variables.js';
import type { DailyMeasure, DailyValue, Decimals, Metric } from './metric.schema.js';
import { QUANTITIES, type QuantityName } from './quantities.js';
import type { Quantity } from './quantity.schema.js';

/** How numbers are served in a unit system. */
export interface ServedForm {
  /** As texts show it. */
  readonly unit: string;
  readonly decimals: Decimals;
  /** Converts from the metric unit; undefined if it is the same. */
  readonly convert: ((value: number) => number) | undefined;
  /** The value that is served as 0, such as 360°, in units of the last decimal place. */
  readonly fullCircle: number | undefined;
}

/** A value in the entries of a response: of a metric, or of its days. */
export interface ServedValue {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly served: Readonly<Record<UnitSystem, ServedForm>>;
}

/** One daily value of a metric. */
export interface DailyForm extends ServedValue {
  readonly metric: string;
  readonly measure: DailyValue['measure'];
  readonly everyHourOf: DailyValue['everyHourOf'] | undefined;
}

/** A metric with its defaults and shorthands resolved. */
export interface CatalogueEntry
  extends Omit<Metric, 'group' | 'quantity' | 'decimals' | 'needs' | 'daily' | 'byDefault'>, ServedValue {
  readonly group: string;
  readonly byDefault: boolean;
  readonly needs: readonly (readonly VariableName[])[];
  readonly daily: readonly DailyForm[];
}

interface NamedMeasure {
  suffix: string;
  title: string;
  description: string;
}

export const DAILY_MEASURES: Readonly<Record<DailyMeasure, NamedMeasure>> = {
  minimum: { suffix: 'Min', title: 'daily minimum', description: 'The lowest hourly value.' },
  maximum: { suffix: 'Max', title: 'daily maximum', description: 'The highest hourly value.' },
  average: { suffix: 'Avg', title: 'daily average', description: 'The average of the hourly values.' },
  sum: { suffix: 'Sum', title: 'daily total', description: 'The sum of the hourly values.' },
};

/** All metrics of the service, in the order of a response. */
export class MetricCatalogue {
  readonly entries: readonly CatalogueEntry[];
  readonly names: readonly string[];
  /** The metrics of a response to a request that names none. */
  readonly defaultNames: readonly string[];
  /** The names of metrics by those that other services use. */
  readonly otherNames: ReadonlyMap<string, string>;
  private readonly byName: ReadonlyMap<string, CatalogueEntry>;

  constructor(metrics: readonly Metric[]) {
    this.entries = metrics.map(entryOf);
    this.names = this.entries.map(({ name }) => name);
    this.defaultNames = this.entries.filter(({ byDefault }) => byDefault).map(({ name }) => name);
    this.otherNames = new Map(
      this.entries.flatMap(({ name, otherNames = [] }) => otherNames.map((other) => [other, name] as const)),
    );
    this.byName = new Map(this.entries.map((entry) => [entry.name, entry]));
  }

  /** @throws Error if there is no such metric */
  get(name: string): CatalogueEntry {
    const entry = this.byName.get(name);
    if (!entry) throw new Error(`There is no metric "${name}".`);
    return entry;
  }

  /** The headings of the metrics, without duplicates. */
  get groups(): string[] {
    return [...new Set(this.entries.map(({ group }) => group))];
  }
}

/** The daily values of a metric. */
export function dailyFormsOf(metric: Metric): DailyForm[] {
  return metric.daily.map((form) => {
    const value = dailyValueOf(metric, form);
    const made = value.description ?? DAILY_MEASURES[value.measure as DailyMeasure].description;
    return {
      name: value.name,
      title: value.title,
      metric: metric.name,
      measure: value.measure,
      everyHourOf: value.everyHourOf,
      description: `${made} ${metric.description}`,
      served: servedForms(value.quantity ?? metric.quantity, metric.decimals),
    };
  });
}

/** Resolves the shorthand for a daily value. */
export function dailyValueOf({ name, title }: Metric, form: DailyMeasure | DailyValue): DailyValue {
  if (typeof form !== 'string') return form;
  const { suffix, title: ofDay } = DAILY_MEASURES[form];
  return { name: `${name}${suffix}`, title: `${title}: ${ofDay}`, measure: form };
}

function entryOf(metric: Metric): CatalogueEntry {
  const { group = 'Other', byDefault = true, quantity, decimals, needs } = metric;
  return {
    ...metric,
    group,
    byDefault,
    served: servedForms(quantity, decimals),
    needs: needs.map((need) => (typeof need === 'string' ? [need] : need)),
    daily: dailyFormsOf(metric),
  };
}

export function servedForms(
  quantity: QuantityName | Quantity,
  decimals: Metric['decimals'],
): Record<UnitSystem, ServedForm> {
  const { unit, metric, imperial, toImperial, fullCircle }: Quantity =
    typeof quantity === 'string' ? QUANTITIES[quantity] : quantity;
  const digits = typeof decimals === 'number' ? { metric: decimals, imperial: decimals } : decimals;
  const form = (system: UnitSystem, ofSystem: string | undefined, convert: ServedForm['convert']) => ({
    unit: ofSystem ?? unit!,
    decimals: digits[system],
    convert,
    fullCircle: fullCircle === undefined ? undefined : fullCircle * 10 ** digits[system],
  });
  return {
    metric: form('metric', metric, undefined),
    imperial: form('imperial', imperial, toImperial),
  };
}
