/** First and last hour, counted from the first hour of the response; empty if the last is before the first. */
export interface HourRange {
  first: number;
  last: number;
}

export const NO_HOURS: HourRange = { first: Infinity, last: -Infinity };

export function isNone({ first, last }: HourRange): boolean {
  return last < first;
}

export function overlap(one: HourRange, other: HourRange): HourRange {
  return { first: Math.max(one.first, other.first), last: Math.min(one.last, other.last) };
}

/** The smallest range that contains both. */
export function hull(one: HourRange = NO_HOURS, other: HourRange = NO_HOURS): HourRange {
  if (isNone(one)) return other;
  if (isNone(other)) return one;
  return { first: Math.min(one.first, other.first), last: Math.max(one.last, other.last) };
}

/** Narrows a range to its first and last hour with a value. */
export function withValues(values: Float64Array, { first, last }: HourRange): HourRange {
  let from = Math.max(first, 0);
  let to = Math.min(last, values.length - 1);
  while (from <= to && Number.isNaN(values[from])) from++;
  while (to >= from && Number.isNaN(values[to])) to--;
  return { first: from, last: to };
}
