/** What is kept of a forecast at a station for an hour, as whole numbers: tenths of °C, m/s and hPa, degrees, percents. */
export const KEPT_VALUES = [
  'temperature',
  'dewPoint',
  'windSpeed',
  'windDirection',
  'pressureSurfaceLevel',
  'precipitationProbability',
  'temperatureP10',
  'temperatureP50',
  'temperatureP90',
] as const;
export type KeptValue = (typeof KEPT_VALUES)[number];

/** What is kept of a report. `wet` is 1 if there was precipitation in the hour that begins then, else 0. */
export const OBSERVED_VALUES = [
  'temperature',
  'dewPoint',
  'windSpeed',
  'windDirection',
  'pressureSurfaceLevel',
  'wet',
] as const;

export const NO_VALUE = -32_768;
export const DAY_HOURS = 24;
/** Numbers of a station's day, [value][hour]. */
export const FORECAST_DAY = KEPT_VALUES.length * DAY_HOURS;
export const OBSERVED_DAY = OBSERVED_VALUES.length * DAY_HOURS;

/** Returns where a station's hours of a value begin. */
export function forecastOffset(value: KeptValue, station: number): number {
  return station * FORECAST_DAY + KEPT_VALUES.indexOf(value) * DAY_HOURS;
}

export function observedOffset(value: (typeof OBSERVED_VALUES)[number], station: number): number {
  return station * OBSERVED_DAY + OBSERVED_VALUES.indexOf(value) * DAY_HOURS;
}

/** Returns a value as it is kept. */
export function kept(value: number | null | undefined, factor: number): number {
  const whole = Math.round((value ?? NaN) * factor);
  return Number.isNaN(whole) ? NO_VALUE : whole;
}
