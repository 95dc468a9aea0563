import { SEVERITY_ORDER, type WeatherCode } from '../../../weather/meteo/index.js';

const FIRST_SNOW = 5000;
const FIRST_THUNDERSTORM = 8000;

/** Snow, freezing rain and ice pellets. */
export function isFrozen(code: number): boolean {
  return code >= FIRST_SNOW && code < FIRST_THUNDERSTORM;
}

export function mostSevere(codes: readonly WeatherCode[]): WeatherCode | undefined {
  const severity = (code: WeatherCode) => SEVERITY_ORDER.indexOf(code);
  return codes.toSorted((a, b) => severity(a) - severity(b)).at(-1);
}
