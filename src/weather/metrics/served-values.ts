import { toLastPlaces } from '../meteo/rounding.js';
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
  const lastPlaces = newSeries(values.length);
  if (convert)
    for (let i = 0; i < values.length; i++) lastPlaces[i] = toLastPlaces(convert(values[i]), decimals);
  else for (let i = 0; i < values.length; i++) lastPlaces[i] = toLastPlaces(values[i], decimals);
  // A direction that rounds to 360 is served as 0, which is north.
  if (fullCircle !== undefined)
    for (let i = 0; i < lastPlaces.length; i++) if (lastPlaces[i] === fullCircle) lastPlaces[i] = 0;
  return lastPlaces;
}
