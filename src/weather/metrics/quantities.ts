import {
  celsiusToFahrenheit,
  hectopascalsToInchesOfMercury,
  kilometresToMiles,
  metresPerSecondToMilesPerHour,
  millimetresToInches,
} from '../meteo/units.js';
import type { Quantity } from './quantity.schema.js';

export const QUANTITIES = {
  temperature: { metric: '°C', imperial: '°F', toImperial: celsiusToFahrenheit },
  speed: { metric: 'm/s', imperial: 'mph', toImperial: metresPerSecondToMilesPerHour },
  pressure: { metric: 'hPa', imperial: 'inHg', toImperial: hectopascalsToInchesOfMercury },
  precipitationRate: { metric: 'mm/h', imperial: 'in/h', toImperial: millimetresToInches },
  /** The depth of precipitation or snow. */
  length: { metric: 'mm', imperial: 'in', toImperial: millimetresToInches },
  distance: { metric: 'km', imperial: 'mi', toImperial: kilometresToMiles },
  share: { unit: '%' },
  direction: { unit: '°', fullCircle: 360 },
  ozoneColumn: { unit: 'DU' },
  index: { unit: 'index' },
  code: { unit: 'code' },
} as const satisfies Record<string, Quantity>;

export type QuantityName = keyof typeof QUANTITIES;
