import { MINUTE_MS } from '../../../../src/core/time/index.js';
import { CombinedValues } from '../../../../src/forecast/current/combined-values.js';
import type { ObservedField } from '../../../../src/weather/observations/index.js';

export type Values = Record<string, number>;

/** A report and a model, as `combine.py` reads them. */
export interface Case {
  model: Values;
  there: Values;
  report: Record<ObservedField, number | null>;
  km: number;
  minutes: number;
  rise: number;
}

export function combined({ model, there, report, km, minutes, rise }: Case): CombinedValues {
  return new CombinedValues((name) => model[name] ?? NaN, {
    distanceKm: km,
    ageMs: minutes * MINUTE_MS,
    riseMetres: rise,
    values: report,
    modelThere: (name) => there[name] ?? NaN,
  });
}
