import { type UnitSystem } from '../../src/weather/meteo/units.js';
import { OWN_CATALOGUE } from './own-catalogue.js';
import { toServedColumn } from '../../src/weather/metrics/served-values.js';

/** Converts a value in its metric unit to the value that the service returns. */
export function servedValue(name: string, value: number, units: UnitSystem): number {
  const form = OWN_CATALOGUE.get(name).served[units];
  return toServedColumn(Float64Array.of(value), form)[0] / 10 ** form.decimals;
}
