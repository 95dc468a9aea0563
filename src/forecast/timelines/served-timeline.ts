import { type UnitSystem, regularSeries } from '../../weather/meteo/index.js';
import { type ServedValue, toServedColumn } from '../../weather/metrics/index.js';

/** One number per entry, in units of the last served decimal place (61 for 6.1); NaN for null. */
export interface NumberColumn {
  name: string;
  decimals: number;
  scaled: Float64Array;
}

/** One instant per entry, in milliseconds since 1970-01-01T00:00:00Z; NaN for null. */
interface InstantColumn {
  name: string;
  instantsMs: Float64Array;
}

export type Column = NumberColumn | InstantColumn;

/** A timeline before serialization: the times of its entries, and the columns of their `values` in order. */
export interface ServedTimeline {
  timesMs: Float64Array;
  columns: Column[];
}

/** Takes some entries of a timeline from another one with the same times and columns. */
export function withEntriesOf(
  timeline: ServedTimeline,
  other: ServedTimeline,
  isOfOther: (entry: number) => boolean,
): ServedTimeline {
  const mixed = (values: Float64Array, others: Float64Array) =>
    values.map((value, entry) => (isOfOther(entry) ? others[entry] : value));
  const columns = timeline.columns.map((column, i) => {
    const from = other.columns[i];
    return 'scaled' in column && 'scaled' in from
      ? { ...column, scaled: mixed(column.scaled, from.scaled) }
      : column;
  });
  return { ...timeline, columns };
}

/** The times of regularly spaced entries. */
export function regularTimes(firstMs: number, stepMs: number, count: number): Float64Array {
  return regularSeries(firstMs, stepMs, count);
}

/** Converts unrounded values in the metric unit to a column as it is served; NaN for null. */
export function servedColumn(
  { name, served }: ServedValue,
  values: Float64Array,
  units: UnitSystem,
): NumberColumn {
  const form = served[units];
  return { name, decimals: form.decimals, scaled: toServedColumn(values, form) };
}
