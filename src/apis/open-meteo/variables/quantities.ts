import { celsiusToFahrenheit, millimetresToInches } from '../../../weather/meteo/index.js';
import type { Decimals } from '../../../weather/metrics/index.js';

const METRES_PER_FOOT = 0.3048;
const METRES_PER_NAUTICAL_MILE = 1852;
const METRES_PER_MILE = 1609.344;
const SECONDS_PER_HOUR = 3600;

/** The units that a request may choose. */
export interface UnitChoice {
  readonly temperature: 'celsius' | 'fahrenheit';
  readonly windSpeed: 'kmh' | 'ms' | 'mph' | 'kn';
  /** Of amounts, heights and distances. */
  readonly length: 'metric' | 'imperial';
}

export const DEFAULT_UNITS: UnitChoice = { temperature: 'celsius', windSpeed: 'kmh', length: 'metric' };

/** A unit as responses name it, with the decimal places that are served. */
export interface Unit {
  readonly abbreviation: string;
  readonly decimals: Decimals;
  /** Converts from the unit that values are calculated in; undefined if it is the same. */
  readonly convert?: (value: number) => number;
  /** The value that is served as 0. */
  readonly fullCircle?: number;
}

const fixed = (abbreviation: string, decimals: Decimals, fullCircle?: number) => (): Unit => ({
  abbreviation,
  decimals,
  fullCircle,
});

const length =
  (metric: Unit, imperial: Unit) =>
  (choice: UnitChoice): Unit =>
    choice.length === 'imperial' ? imperial : metric;

const toKilometresPerHour = (speed: number) => (speed * SECONDS_PER_HOUR) / 1000;

const SPEEDS: Record<UnitChoice['windSpeed'], Unit> = {
  kmh: { abbreviation: 'km/h', decimals: 1, convert: toKilometresPerHour },
  ms: { abbreviation: 'm/s', decimals: 2 },
  mph: {
    abbreviation: 'mp/h',
    decimals: 1,
    convert: (speed) => (speed * SECONDS_PER_HOUR) / METRES_PER_MILE,
  },
  kn: {
    abbreviation: 'kn',
    decimals: 1,
    convert: (speed) => (speed * SECONDS_PER_HOUR) / METRES_PER_NAUTICAL_MILE,
  },
};

/** Open-Meteo's unit of each quantity. Values are calculated in °C, m/s and the metric units here. */
export const QUANTITIES = {
  temperature: (choice: UnitChoice): Unit =>
    choice.temperature === 'celsius'
      ? { abbreviation: '°C', decimals: 1 }
      : { abbreviation: '°F', decimals: 1, convert: celsiusToFahrenheit },
  speed: (choice: UnitChoice): Unit => SPEEDS[choice.windSpeed],
  water: length(
    { abbreviation: 'mm', decimals: 2 },
    { abbreviation: 'inch', decimals: 3, convert: millimetresToInches },
  ),
  snow: length(
    { abbreviation: 'cm', decimals: 2 },
    { abbreviation: 'inch', decimals: 3, convert: (centimetres) => millimetresToInches(10 * centimetres) },
  ),
  height: length(
    { abbreviation: 'm', decimals: 2 },
    { abbreviation: 'ft', decimals: 2, convert: (metres) => metres / METRES_PER_FOOT },
  ),
  percent: fixed('%', 0),
  pressure: fixed('hPa', 1),
  vapourPressure: fixed('kPa', 2),
  direction: fixed('°', 0, 360),
  code: fixed('wmo code', 0),
  flag: fixed('', 0),
  index: fixed('', 2),
  seconds: fixed('s', 2),
  hours: fixed('h', 1),
  energy: fixed('J/kg', 1),
  radiation: fixed('W/m²', 1),
  radiationSum: fixed('MJ/m²', 2),
  soilMoisture: fixed('m³/m³', 3),
  column: fixed('kg/m²', 2),
  verticalSpeed: fixed('m/s', 2),
  number: fixed('', 1),
} as const;

export type OpenMeteoQuantity = keyof typeof QUANTITIES;
