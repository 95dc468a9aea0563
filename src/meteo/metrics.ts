import { type UnitSystem } from './units.js';

/** Headings for lists of metrics. */
export const METRIC_GROUPS = [
  'Temperature and humidity',
  'Wind',
  'Precipitation and storms',
  'Sky',
  'Air and soil',
] as const;
export type MetricGroup = (typeof METRIC_GROUPS)[number];

export const PANEL_CHARTS = ['line', 'bars', 'marks'] as const;

/** The chart in which a metric is drawn, together with those that name the same one; its axis fits the values unless it says. */
export interface MetricPanel {
  title: string;
  /** `bars` for an amount of its hour, `line` for a course; `marks` are not joined: 359° and 1° are neighbors. */
  chart: (typeof PANEL_CHARTS)[number];
  min?: number;
  max?: number;
}

/** A metric as callers know it. `decimals` are the places that are served, 0..3, in either system of units. */
export interface Metric {
  title: string;
  group: MetricGroup;
  description: string;
  units: Record<UnitSystem, string>;
  decimals: Record<UnitSystem, number>;
  /** None for what no chart shows. */
  panel?: MetricPanel;
}

const same = <T>(value: T): Record<UnitSystem, T> => ({ metric: value, imperial: value });
const degrees = { units: { metric: '°C', imperial: '°F' }, decimals: same(1) };
const speed = { units: { metric: 'm/s', imperial: 'mph' }, decimals: same(1) };
const percent = { units: same('%'), decimals: same(0) };

const SHARE = { min: 0, max: 100 };
const TEMPERATURE: MetricPanel = { title: 'Temperature', chart: 'line' };
const CLOUDS_AND_HUMIDITY: MetricPanel = { title: 'Clouds and humidity', chart: 'line', ...SHARE };
const WIND: MetricPanel = { title: 'Wind', chart: 'line', min: 0 };
const PROBABILITIES: MetricPanel = { title: 'Probabilities', chart: 'line', ...SHARE };

/** The metrics that the service answers with, in the order in which an answer holds them. */
export const METRICS = {
  temperature: {
    title: 'Temperature',
    group: 'Temperature and humidity',
    description: 'Air temperature 2 m above the ground.',
    ...degrees,
    panel: TEMPERATURE,
  },
  temperatureApparent: {
    title: 'Apparent temperature',
    group: 'Temperature and humidity',
    description: 'How warm it feels 2 m above the ground, from temperature, humidity and wind.',
    ...degrees,
    panel: TEMPERATURE,
  },
  dewPoint: {
    title: 'Dew point',
    group: 'Temperature and humidity',
    description: 'The temperature to which the air 2 m above the ground must cool for dew to form.',
    ...degrees,
    panel: TEMPERATURE,
  },
  humidity: {
    title: 'Relative humidity',
    group: 'Temperature and humidity',
    description: 'Relative humidity 2 m above the ground; 0..100.',
    ...percent,
    panel: CLOUDS_AND_HUMIDITY,
  },
  windSpeed: {
    title: 'Wind speed',
    group: 'Wind',
    description: 'Wind speed 10 m above the ground.',
    ...speed,
    panel: WIND,
  },
  windDirection: {
    title: 'Wind direction',
    group: 'Wind',
    description: 'The direction the wind comes from, clockwise from true north; 0..359, and 0 in calm air.',
    units: same('°'),
    decimals: same(0),
    panel: { title: 'Wind direction', chart: 'marks', min: 0, max: 360 },
  },
  windGust: {
    title: 'Wind gust',
    group: 'Wind',
    description:
      'The highest speed that the wind reaches briefly near the ground; never below the wind speed.',
    ...speed,
    panel: WIND,
  },
  pressureSurfaceLevel: {
    title: 'Surface pressure',
    group: 'Air and soil',
    description: 'Air pressure at the ground, not reduced to sea level.',
    units: { metric: 'hPa', imperial: 'inHg' },
    decimals: { metric: 1, imperial: 2 },
    panel: { title: 'Pressure', chart: 'line' },
  },
  precipitationIntensity: {
    title: 'Precipitation intensity',
    group: 'Precipitation and storms',
    description: 'Precipitation of any kind in the hour that starts at `time`, as water.',
    units: { metric: 'mm/h', imperial: 'in/h' },
    decimals: { metric: 2, imperial: 3 },
    panel: { title: 'Precipitation', chart: 'bars', min: 0 },
  },
  precipitationProbability: {
    title: 'Precipitation probability',
    group: 'Precipitation and storms',
    description: 'The probability of measurable precipitation in the hour that starts at `time`; 0..100.',
    ...percent,
    panel: PROBABILITIES,
  },
  snowAccumulation: {
    title: 'Snow accumulation',
    group: 'Precipitation and storms',
    description: 'Depth of new snow in the hour that starts at `time`.',
    units: { metric: 'mm', imperial: 'in' },
    decimals: { metric: 1, imperial: 2 },
    panel: { title: 'New snow', chart: 'bars', min: 0 },
  },
  weatherCode: {
    title: 'Weather code',
    group: 'Sky',
    description: 'The weather as one code, such as 1000 (clear) or 4001 (rain).',
    units: same('code'),
    decimals: same(0),
  },
  cloudCover: {
    title: 'Cloud cover',
    group: 'Sky',
    description: 'The share of the sky covered by clouds at any height; 0..100.',
    ...percent,
    panel: CLOUDS_AND_HUMIDITY,
  },
  visibility: {
    title: 'Visibility',
    group: 'Sky',
    description: 'Horizontal visibility near the ground; at most 24.1 km or 15 miles.',
    units: { metric: 'km', imperial: 'mi' },
    decimals: same(1),
    panel: { title: 'Visibility', chart: 'line', min: 0 },
  },
  uvIndex: {
    title: 'UV index',
    group: 'Sky',
    description: 'UV index: the strength of sunburning ultraviolet radiation; 0 at night.',
    units: same('index'),
    decimals: same(0),
    panel: { title: 'UV index', chart: 'bars', min: 0 },
  },
  ozone: {
    title: 'Ozone',
    group: 'Air and soil',
    description: 'Total ozone in the column of air above the ground.',
    units: same('DU'),
    decimals: same(0),
    panel: { title: 'Ozone', chart: 'line' },
  },
  soilMoisture: {
    title: 'Soil moisture',
    group: 'Air and soil',
    description: 'Water in the top 10 cm of the soil, by volume; 0..100, null over the sea.',
    ...percent,
    panel: { title: 'Soil moisture', chart: 'line', ...SHARE },
  },
  lightningProbability: {
    title: 'Lightning probability',
    group: 'Precipitation and storms',
    description: 'The probability of lightning nearby in the hour that starts at `time`; 0..100.',
    ...percent,
    panel: PROBABILITIES,
  },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof METRICS;

/** All metric names, in the order in which an answer holds them. */
export const METRIC_NAMES = Object.keys(METRICS) as MetricName[];
