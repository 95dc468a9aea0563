import type { Statistic, VariableName } from '../../weather/meteo/index.js';

/**
 * One field of a run to be stored.
 *
 * - `values`: grid.nj × grid.ni values in the variable's unit, rows from north to south, each from west to east; NaN
 *   where missing. Infinite values are rejected.
 * - `statistic`: the same for every step of a variable in one run.
 * - `spanStartHours`: the start of the span that ends at the step; required unless the statistic is `instant`.
 * - `quantisation`: the lattice of the source packing, value = reference + n × quantum. Values on it are stored
 *   losslessly; others (and all values of an unknown lattice, quantum 0) are spread over the 65,535 codes of their
 *   range.
 */
export interface Plane {
  variable: VariableName;
  statistic: Statistic;
  stepHours: number | 'static';
  spanStartHours?: number;
  values: Float64Array;
  quantisation: { reference: number; quantum: number };
}
