import { type MetricName } from '../meteo/metrics.js';
import {
  kelvinToCelsius,
  kelvinToFahrenheit,
  metresPerSecondToMilesPerHour,
  millimetresToInches,
  pascalsToHectopascals,
  pascalsToInchesOfMercury,
  shareToPercent,
  type UnitSystem,
  visibilityInKilometres,
  visibilityInMiles,
} from '../meteo/units.js';
import { type VariableName } from '../meteo/variables.js';
import { toWholeDegrees, windDirection, windSpeed } from '../meteo/wind.js';

type Conversion = (value: number) => number;

/** How a metric comes from stored variables: their values at an hour, in the store's units, then into served units. */
export interface Derivation {
  variables: VariableName[];
  value: (first: number, second: number, third: number) => number;
  convert: Record<UnitSystem, Conversion>;
}

const identity: Conversion = (value) => value;
const temperature = { metric: kelvinToCelsius, imperial: kelvinToFahrenheit };
const speed = { metric: identity, imperial: metresPerSecondToMilesPerHour };

/** The metrics that stored variables hold; the others of the catalogue have no values yet. */
export const DERIVATIONS: Partial<Record<MetricName, Derivation>> = {
  temperature: single('temperature2m', temperature),
  temperatureApparent: single('apparentTemperature2m', temperature),
  dewPoint: single('dewPoint2m', temperature),
  humidity: single('relativeHumidity2m'),
  windSpeed: { variables: ['windU10m', 'windV10m'], value: windSpeed, convert: speed },
  windDirection: {
    variables: ['windU10m', 'windV10m'],
    value: (u, v) => toWholeDegrees(windDirection(u, v)),
    convert: { metric: identity, imperial: identity },
  },
  windGust: { variables: ['windGust', 'windU10m', 'windV10m'], value: gustAboveWind, convert: speed },
  pressureSurfaceLevel: single('surfacePressure', {
    metric: pascalsToHectopascals,
    imperial: pascalsToInchesOfMercury,
  }),
  precipitationIntensity: single('precipitation', { metric: identity, imperial: millimetresToInches }),
  cloudCover: single('cloudCover'),
  visibility: single('visibility', { metric: visibilityInKilometres, imperial: visibilityInMiles }),
  ozone: single('totalOzone'),
  soilMoisture: single('soilMoisture', { metric: shareToPercent, imperial: shareToPercent }),
};

function single(
  variable: VariableName,
  convert: Derivation['convert'] = { metric: identity, imperial: identity },
): Derivation {
  return { variables: [variable], value: identity, convert };
}

/** The model's gust is an instant of its own and can lie below the interpolated wind. */
function gustAboveWind(gust: number, u: number, v: number): number {
  const speedMs = windSpeed(u, v);
  return speedMs > gust ? speedMs : gust;
}
