import { HOUR_MS } from '../../../../src/core/time/index.js';
import { NOON, type PublishedRun } from './blended-forecasts.js';

/** IFS ends 36 hours after noon, GFS continues. In the units of the store. */
export const END = 36;
export const IFS = {
  temperature2m: (hour: number) => 280 + 0.3 * hour,
  dewPoint2m: (hour: number) => 276 + 0.3 * hour,
  windU10m: () => 4,
  windV10m: () => 3,
  windGust: () => 9,
  surfacePressure: (hour: number) => 100_000 - 20 * hour,
  precipitation: () => 1,
  cloudCover: () => 20,
  visibility: () => 5000,
  totalOzone: () => 300,
} satisfies PublishedRun['values'];
export const GFS = {
  temperature2m: (hour: number) => 292 - 0.2 * hour,
  dewPoint2m: (hour: number) => 283 - 0.2 * hour,
  windU10m: (hour: number) => -6 + 0.1 * hour,
  windV10m: () => 2,
  windGust: () => 14,
  surfacePressure: (hour: number) => 99_000 + 30 * hour,
  precipitation: () => 0,
  cloudCover: () => 90,
  visibility: () => 20_000,
  totalOzone: () => 350,
  soilMoisture: () => 0.25,
} satisfies PublishedRun['values'];

/** IFS's share: all until 12 hours before its end, nothing at its end. */
export const share = (hour: number) => Math.min(1, Math.max(0, (END - hour) / 12));
const mixed = (name: keyof typeof IFS) => (hour: number) =>
  share(hour) * IFS[name](hour) + (1 - share(hour)) * GFS[name](hour);
export const celsius = (name: 'temperature2m' | 'dewPoint2m') => (hour: number) => mixed(name)(hour) - 273.15;
/** Saturation vapor pressure in hPa (Magnus formula). */
export const saturation = (degrees: number) => 6.1094 * Math.exp((17.625 * degrees) / (243.04 + degrees));
const humidity = (hour: number) =>
  (100 * saturation(celsius('dewPoint2m')(hour))) / saturation(celsius('temperature2m')(hour));
const speed = (hour: number) => Math.hypot(mixed('windU10m')(hour), mixed('windV10m')(hour));

/** Expected values at hours 20 to 41 after noon, unrounded, and half a unit of the last place. */
export const FADING: [name: string, expected: (hour: number) => number, half: number][] = [
  ['temperature', celsius('temperature2m'), 0.05],
  ['dewPoint', celsius('dewPoint2m'), 0.05],
  ['humidity', humidity, 0.5],
  [
    'temperatureApparent',
    (hour) =>
      celsius('temperature2m')(hour) + 0.33 * saturation(celsius('dewPoint2m')(hour)) - 0.7 * speed(hour) - 4,
    0.05,
  ],
  ['windSpeed', speed, 0.05],
  [
    'windDirection',
    (hour) => ((Math.atan2(-mixed('windU10m')(hour), -mixed('windV10m')(hour)) * 180) / Math.PI + 360) % 360,
    0.5,
  ],
  ['windGust', mixed('windGust'), 0.05],
  ['pressureSurfaceLevel', (hour) => mixed('surfacePressure')(hour) / 100, 0.05],
];

/** Formats an hour after noon as served. */
export const at = (hour: number) =>
  `${new Date(NOON.getTime() + hour * HOUR_MS).toISOString().slice(0, 19)}Z`;
