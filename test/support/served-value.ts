import { type UnitSystem } from '../../src/meteo/units.js';
import { OWN_CATALOGUE } from './own-catalogue.js';
import { toServedColumn } from '../../src/metrics/served-values.js';

/** A value of a metric, in its metric unit, as it is served. */
export function servedValue(name: string, value: number, units: UnitSystem): number {
  const form = OWN_CATALOGUE.get(name).served[units];
  return toServedColumn(Float64Array.of(value), form)[0] / 10 ** form.decimals;
}
