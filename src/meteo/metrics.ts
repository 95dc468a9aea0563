import { type UnitSystem } from './units.js';

/** A metric as callers know it. `decimals` are the places that are served, 0..3, in either system of units. */
export interface Metric {
  title: string;
  description: string;
  units: Record<UnitSystem, string>;
  decimals: Record<UnitSystem, number>;
}

const same = <T>(value: T): Record<UnitSystem, T> => ({ metric: value, imperial: value });
const degrees = { units: { metric: '°C', imperial: '°F' }, decimals: same(1) };
const speed = { units: { metric: 'm/s', imperial: 'mph' }, decimals: same(1) };
const percent = { units: same('%'), decimals: same(0) };

/** The metrics that the service answers with, in the order in which an answer holds them. */
export const METRICS = {
  temperature: {
    title: 'Temperature',
    description: 'Air temperature 2 m above the ground.',
    ...degrees,
  },
  temperatureApparent: {
    title: 'Apparent temperature',
    description: 'How warm it feels 2 m above the ground, from temperature, humidity and wind.',
    ...degrees,
  },
  dewPoint: {
    title: 'Dew point',
    description: 'The temperature to which the air 2 m above the ground must cool for dew to form.',
    ...degrees,
  },
  humidity: {
    title: 'Relative humidity',
    description: 'Relative humidity 2 m above the ground; 0..100.',
    ...percent,
  },
  windSpeed: {
    title: 'Wind speed',
    description: 'Wind speed 10 m above the ground.',
    ...speed,
  },
  windDirection: {
    title: 'Wind direction',
    description: 'The direction the wind comes from, clockwise from true north; 0..359, and 0 in calm air.',
    units: same('°'),
    decimals: same(0),
  },
  windGust: {
    title: 'Wind gust',
    description:
      'The highest speed that the wind reaches briefly near the ground; never below the wind speed.',
    ...speed,
  },
  pressureSurfaceLevel: {
    title: 'Surface pressure',
    description: 'Air pressure at the ground, not reduced to sea level.',
    units: { metric: 'hPa', imperial: 'inHg' },
    decimals: { metric: 1, imperial: 2 },
  },
  precipitationIntensity: {
    title: 'Precipitation intensity',
    description: 'Precipitation of any kind in the hour that begins at the time, as water.',
    units: { metric: 'mm/h', imperial: 'in/h' },
    decimals: { metric: 2, imperial: 3 },
  },
  precipitationProbability: {
    title: 'Precipitation probability',
    description: 'The probability of measurable precipitation in the hour that begins at the time; 0..100.',
    ...percent,
  },
  snowAccumulation: {
    title: 'Snow accumulation',
    description: 'Depth of new snow in the hour that begins at the time.',
    units: { metric: 'mm', imperial: 'in' },
    decimals: { metric: 1, imperial: 2 },
  },
  weatherCode: {
    title: 'Weather code',
    description: 'The weather as one code, such as 1000 (clear) or 4001 (rain).',
    units: same('code'),
    decimals: same(0),
  },
  cloudCover: {
    title: 'Cloud cover',
    description: 'The share of the sky covered by clouds at any height; 0..100.',
    ...percent,
  },
  visibility: {
    title: 'Visibility',
    description: 'Horizontal visibility near the ground; at most 24.1 km or 15 miles.',
    units: { metric: 'km', imperial: 'mi' },
    decimals: same(1),
  },
  uvIndex: {
    title: 'UV index',
    description: 'UV index: the strength of sunburning ultraviolet radiation; 0 at night.',
    units: same('index'),
    decimals: same(0),
  },
  ozone: {
    title: 'Ozone',
    description: 'Total ozone in the column of air above the ground.',
    units: same('DU'),
    decimals: same(0),
  },
  soilMoisture: {
    title: 'Soil moisture',
    description: 'Water in the top 10 cm of the soil, by volume; 0..100, null over the sea.',
    ...percent,
  },
  lightningProbability: {
    title: 'Lightning probability',
    description: 'The probability of lightning nearby in the hour that begins at the time; 0..100.',
    ...percent,
  },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof METRICS;

/** All metric names, in the order in which an answer holds them. */
export const METRIC_NAMES = Object.keys(METRICS) as MetricName[];
