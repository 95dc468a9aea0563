import { type ForecastAnswer, type ForecastMeta, type TimelineParts } from '../timelines/forecast-answer.js';
import { type Column } from '../timelines/served-timeline.js';
import { type Timeline } from '../request/parameters.js';

/** A timeline as columns, with one value per time; NaN stands for null. */
export interface ForecastTable {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  timesMs: Float64Array;
  /** By field, in the units of `meta.units`. Instants, such as sunrise, are in milliseconds like `timesMs`. */
  values: Record<string, Float64Array>;
}

/** A forecast as numbers, for code that continues to calculate with them. */
export interface ForecastColumns {
  timelines: Partial<Record<Timeline, ForecastTable>>;
  meta: ForecastMeta;
}

export function columnsOf({ timelines, meta }: ForecastAnswer): ForecastColumns {
  const tables = Object.entries(timelines).map(([name, parts]) => [name, tableOf(parts)] as const);
  return { timelines: Object.fromEntries(tables), meta: meta() };
}

function tableOf(parts: TimelineParts): ForecastTable {
  const all = [...parts];
  const names = all[0]?.columns.map(({ name }) => name) ?? [];
  return {
    timesMs: joined(all.map(({ timesMs }) => timesMs)),
    values: Object.fromEntries(
      names.map((name, i) => [name, joined(all.map(({ columns }) => valuesOf(columns[i])))]),
    ),
  };
}

function valuesOf(column: Column): Float64Array {
  if ('instantsMs' in column) return column.instantsMs;
  const scale = 10 ** column.decimals;
  return column.scaled.map((value) => value / scale);
}

function joined(parts: Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
