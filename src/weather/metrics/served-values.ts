import { toScaled } from '../meteo/rounding.js';
import { newSeries } from '../meteo/series.js';
import { type ServedForm } from './metric-catalogue.js';

/**
 * Converts and rounds values as they are served, in units of the last decimal place (61 for 6.1). NaN stays NaN.
 *
 * @param values in the metric unit, not rounded
 */
export function toServedColumn(
  values: Float64Array,
  { convert, decimals, fullCircle }: ServedForm,
): Float64Array {
  const scaled = newSeries(values.length);
  if (convert) for (let i = 0; i < values.length; i++) scaled[i] = toScaled(convert(values[i]), decimals);
  else for (let i = 0; i < values.length; i++) scaled[i] = toScaled(values[i], decimals);
  // A direction that rounds to 360 is served as 0, which is north.
  if (fullCircle !== undefined)
    for (let i = 0; i < scaled.length; i++) if (scaled[i] === fullCircle) scaled[i] = 0;
  return scaled;
}
