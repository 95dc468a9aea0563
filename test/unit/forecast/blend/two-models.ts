import { HOUR_MS } from '../../../../src/core/time/index.js';
import { NOON, type PublishedRun } from './blended-forecasts.js';

export const constant = (value: number) => () => value;

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

/**
 * The documented errors of the temperature at leads of 12, 36, 84 and 132 hours (the guide on methods has them, too),
 * those of a model that is not in the guide, and none for other variables.
 */
const ERRORS_KELVIN: Record<string, number[]> = {
  gfs: [1.49, 1.46, 1.89, 2.26],
  ifs: [1.39, 1.61, 1.92, 1.97],
  regional: [1.44, 1.535, 1.905, 2.115],
};
type Group = 'temperature' | 'other';

/** The documented weight of a model: the inverse square of its error, which changes linearly between the leads. */
export function weightOf(model: string, group: Group, lead: number): number {
  if (group === 'other') return 1;
  const [first, second, third, fourth] = ERRORS_KELVIN[model];
  const line = (from: number, to: number, begin: number, end: number) =>
    from + ((to - from) * (lead - begin)) / (end - begin);
  const error =
    lead <= 12
      ? first
      : lead <= 36
        ? line(first, second, 12, 36)
        : lead <= 84
          ? line(second, third, 36, 84)
          : lead <= 132
            ? line(third, fourth, 84, 132)
            : fourth;
  return error ** -2;
}

/** The mean of some values with their weights. */
export function weighted(parts: readonly [weight: number, value: number][]): number {
  const total = parts.reduce((sum, [weight]) => sum + weight, 0);
  return parts.reduce((sum, [weight, value]) => sum + weight * value, 0) / total;
}

/** What is left of IFS: all until 12 hours before its end, nothing at its end. */
const presence = (hour: number) => Math.min(1, Math.max(0, (END - hour) / 12));

/** The mean of a value of IFS and one of GFS. @param lead of the IFS run, if it doesn't begin at noon */
export const mean = (group: Group, hour: number, ifs: number, gfs: number, lead = hour) =>
  weighted([
    [presence(hour) * weightOf('ifs', group, lead), ifs],
    [weightOf('gfs', group, hour), gfs],
  ]);
/** IFS's share. */
export const share = (group: Group, hour: number) => mean(group, hour, 1, 0);

const mixed = (name: keyof typeof IFS, group: Group) => (hour: number) =>
  mean(group, hour, IFS[name](hour), GFS[name](hour));
export const celsius = (name: 'temperature2m' | 'dewPoint2m') => (hour: number) =>
  mixed(name, 'temperature')(hour) - 273.15;
/** Saturation vapor pressure in hPa (Magnus formula). */
export const saturation = (degrees: number) => 6.1094 * Math.exp((17.625 * degrees) / (243.04 + degrees));
const humidity = (hour: number) =>
  (100 * saturation(celsius('dewPoint2m')(hour))) / saturation(celsius('temperature2m')(hour));
/** The mean of the speeds, not the length of the mean wind. */
export const speed = (hour: number) => {
  const ifs = Math.hypot(IFS.windU10m(), IFS.windV10m());
  return mean('other', hour, ifs, Math.hypot(GFS.windU10m(hour), GFS.windV10m()));
};
const towards = (name: 'windU10m' | 'windV10m') => mixed(name, 'other');

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
    (hour) =>
      ((Math.atan2(-towards('windU10m')(hour), -towards('windV10m')(hour)) * 180) / Math.PI + 360) % 360,
    0.5,
  ],
  ['windGust', mixed('windGust', 'other'), 0.05],
  ['pressureSurfaceLevel', (hour) => mixed('surfacePressure', 'other')(hour) / 100, 0.05],
];

/** Formats an hour after noon as served. */
export const at = (hour: number) =>
  `${new Date(NOON.getTime() + hour * HOUR_MS).toISOString().slice(0, 19)}Z`;
