import { roundHalfUp } from '../meteo/rounding.js';
import { liftPressure, liftTemperature } from '../meteo/air/terrain-correction.js';
import { stationPressure } from '../meteo/air/altimeter.js';
import { visibilityInKilometres } from '../meteo/units.js';
import { weatherCode } from '../meteo/weather-code.js';
import type { WeatherCode } from '../meteo/weather-codes.js';
import type { ObservedValues } from './station-report.js';

/** Why a report (the first three) or one of its values isn't used. */
export type Refusal =
  | 'malformed'
  | 'position'
  | 'time'
  | 'temperature'
  | 'dew_point'
  | 'wind'
  | 'gust'
  | 'pressure'
  | 'visibility'
  | 'cloud_cover';
export type Refuse = (reason: Refusal) => void;

/** What a station measured; NaN where it didn't. */
export interface Measured {
  /** °C. */
  temperature: number;
  dewPoint: number;
  /** m/s. */
  windSpeed: number;
  windGust: number;
  /** Degrees, north as 0 or 360; NaN also if it varies. */
  windDirection: number;
  /** hPa, reduced to sea level by the standard atmosphere (QNH). */
  altimeter: number;
  /** hPa, reduced to sea level by the temperature of the air. Used without an altimeter setting. */
  seaLevelPressure: number;
  /** m. */
  visibility: number;
  /** %. */
  cloudCover: number;
  /** `dry`: no precipitation, thunder or fog was seen. Undefined if that isn't certain. */
  weather: WeatherCode | 'dry' | undefined;
}

const TEMPERATURES = { least: -90, most: 60 };
/** Both are rounded, so a saturated station can report a dew point that is a little higher. */
const DEW_POINT_ABOVE = 0.1 + 1e-9;
const FASTEST_WIND = 75;
const DIRECTIONS = { least: 0, most: 360 };
const PRESSURES = { least: 850, most: 1085 };
/** Above it, the air between station and sea level is imagined, differently in each country. */
const HIGHEST_REDUCED_METRES = 750;
const DRY = { intensity: 0, type: 'rain', lightningProbability: 0 } as const;

/** Converts what was measured to values as they are served, without those that can't be true. */
export function observe(measured: Measured, elevation: number, refuse: Refuse): ObservedValues {
  const within = (value: number, { least, most }: { least: number; most: number }, reason: Refusal) => {
    if (Number.isNaN(value) || (value >= least && value <= most)) return value;
    refuse(reason);
    return NaN;
  };
  const temperature = within(measured.temperature, TEMPERATURES, 'temperature');
  const highestDewPoint = Number.isNaN(temperature) ? TEMPERATURES.most : temperature + DEW_POINT_ABOVE;
  const dewPoint = within(
    measured.dewPoint,
    { least: TEMPERATURES.least, most: highestDewPoint },
    'dew_point',
  );
  const windSpeed = within(measured.windSpeed, { least: 0, most: FASTEST_WIND }, 'wind');
  const leastGust = Number.isNaN(windSpeed) ? 0 : windSpeed;
  const windGust = within(measured.windGust, { least: leastGust, most: 2 * FASTEST_WIND }, 'gust');
  const altimeter = within(measured.altimeter, PRESSURES, 'pressure');
  const seaLevelPressure = within(measured.seaLevelPressure, PRESSURES, 'pressure');
  const visibility = within(measured.visibility, { least: 0, most: Infinity }, 'visibility');
  const cloudCover = within(measured.cloudCover, { least: 0, most: 100 }, 'cloud_cover');
  const windDirection = within(measured.windDirection, DIRECTIONS, 'wind');
  const kilometres = visibilityInKilometres(visibility);
  return {
    temperature: served(temperature, 1),
    dewPoint: served(Math.min(dewPoint, Number.isNaN(temperature) ? Infinity : temperature), 1),
    windSpeed: served(windSpeed, 1),
    windDirection: served(windSpeed > 0 ? Math.round(windDirection) % 360 : NaN, 0),
    windGust: served(windGust, 1),
    pressureSurfaceLevel: served(
      Number.isNaN(altimeter)
        ? fromSeaLevel(seaLevelPressure, temperature, dewPoint, elevation)
        : stationPressure(altimeter, elevation),
      1,
    ),
    cloudCover: served(cloudCover, 0),
    visibility: served(kilometres, 1),
    weatherCode: served(codeOf(measured.weather, cloudCover, kilometres), 0),
  };
}

function codeOf(weather: Measured['weather'], cloudCover: number, kilometres: number): number {
  if (weather !== 'dry') return weather ?? NaN;
  return Number.isNaN(kilometres) ? NaN : weatherCode({ ...DRY, cloudCover, visibility: kilometres });
}

function fromSeaLevel(hectopascals: number, celsius: number, dewPoint: number, elevation: number): number {
  if (elevation > HIGHEST_REDUCED_METRES) return NaN;
  const atSeaLevel = (value: number) => liftTemperature(value, -elevation);
  return liftPressure(hectopascals, atSeaLevel(celsius), atSeaLevel(dewPoint), elevation);
}

function served(value: number, decimals: number): number | null {
  return Number.isNaN(value) ? null : roundHalfUp(value, decimals);
}
