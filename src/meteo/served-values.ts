import { METRICS, type MetricName } from './metrics.js';
import { roundHalfUp, toLastPlaces } from './rounding.js';
import { newSeries } from './series.js';
import {
  celsiusToFahrenheit,
  hectopascalsToInchesOfMercury,
  kilometresToMiles,
  metresPerSecondToMilesPerHour,
  millimetresToInches,
  type UnitSystem,
} from './units.js';

type Conversion = (value: number) => number;

/** From metric to imperial; the metrics that are not here have one unit. */
const TO_IMPERIAL: Partial<Record<MetricName, Conversion>> = {
  temperature: celsiusToFahrenheit,
  temperatureApparent: celsiusToFahrenheit,
  dewPoint: celsiusToFahrenheit,
  windSpeed: metresPerSecondToMilesPerHour,
  windGust: metresPerSecondToMilesPerHour,
  pressureSurfaceLevel: hectopascalsToInchesOfMercury,
  precipitationIntensity: millimetresToInches,
  snowAccumulation: millimetresToInches,
  visibility: kilometresToMiles,
};

/** What turns a value in the metric unit into one as it is served, converted and rounded. NaN stays NaN. */
export function servedIn(name: MetricName, units: UnitSystem): Conversion {
  const decimals = METRICS[name].decimals[units];
  const convert = units === 'imperial' ? TO_IMPERIAL[name] : undefined;
  return convert ? (value) => roundHalfUp(convert(value), decimals) : (value) => roundHalfUp(value, decimals);
}

/**
 * The values of a metric as they are served, each in units of the last place (61 for 6.1). NaN stays NaN.
 *
 * @param values in the metric unit, not rounded
 */
export function toServedColumn(name: MetricName, values: Float64Array, units: UnitSystem): Float64Array {
  const decimals = METRICS[name].decimals[units];
  const convert = units === 'imperial' ? TO_IMPERIAL[name] : undefined;
  const lastPlaces = newSeries(values.length);
  for (let i = 0; i < values.length; i++) {
    lastPlaces[i] = toLastPlaces(convert ? convert(values[i]) : values[i], decimals);
    // North is 0: what rounds to 360 has come round.
    if (name === 'windDirection' && lastPlaces[i] === 360) lastPlaces[i] = 0;
  }
  return lastPlaces;
}
