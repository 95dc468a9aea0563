import {
  celsiusToFahrenheit,
  hectopascalsToInchesOfMercury,
  kilometresToMiles,
  metresPerSecondToMilesPerHour,
  millimetresToInches,
} from '../meteo/units.js';

/** A quantity with the same unit in both systems. */
interface SharedUnit {
  readonly unit: string;
  /** The value that is the same as 0, such as 360°. */
  readonly fullCircle?: number;
  readonly metric?: never;
  readonly imperial?: never;
  readonly toImperial?: never;
}

/** A quantity with a unit in each system, and the conversion between them. */
interface UnitOfEachSystem {
  readonly metric: string;
  readonly imperial: string;
  /** From a value in the metric unit to one in the imperial unit. */
  readonly toImperial: (value: number) => number;
  readonly unit?: never;
  readonly fullCircle?: never;
}

/** What a metric measures: its units and the conversion between them. */
export type Quantity = SharedUnit | UnitOfEachSystem;

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
