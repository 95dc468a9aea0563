/** How a value came about: as reported, carried over in time, height or place, or the model's own. */
export type ValueOrigin = 'observed' | 'adjusted' | 'model';

export interface CurrentValue {
  /** In the metric unit, not rounded; NaN if there is none. */
  value: number;
  origin: ValueOrigin;
}

/** Returns a metric in its metric unit; NaN if it is missing. */
export type MetricAt = (name: string) => number;

/** Returns the origin of what is made of values: theirs if it is the same for all. */
export function joined(...origins: readonly ValueOrigin[]): ValueOrigin {
  return origins.every((origin) => origin === origins[0]) ? origins[0] : 'adjusted';
}
