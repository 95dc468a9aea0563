import { windDirection, windSpeed } from '../../meteo/air/wind.js';
import { mapSeries, newSeries } from '../../meteo/series.js';
import { defineMetric } from '../define-metric.js';
import type { MetricPanel } from '../metric.schema.js';
import type { DaySource, MetricSource, MinuteSource } from '../metric.types.js';
import { windDirectionVectors, type WindVectors, windVectors } from './wind-vectors.js';

const group = 'Wind';
const panel: MetricPanel = { title: 'Wind', chart: 'line', min: 0 };

export const WIND = [
  defineMetric({
    name: 'windSpeed',
    title: 'Wind speed',
    description: 'Wind speed 10 m above the ground.',
    group,
    quantity: 'speed',
    decimals: 1,
    needs: ['windU10m', 'windV10m'],
    course: (minutes) => alongVectors(minutes, windVectors(minutes.hourly), windSpeed),
    derive: (source) => ofComponents(source, windSpeed),
    daily: ['minimum', 'maximum', 'average'],
    method:
      'The length of the wind vector at 10 m, whose two components are interpolated separately. With several models, the mean of their speeds.',
    panel,
    otherNames: ['windspeed10m', 'wspd'],
  }),
  defineMetric({
    name: 'windDirection',
    title: 'Wind direction',
    description: 'The direction the wind comes from, clockwise from true north; 0..359, and 0 in calm air.',
    group,
    quantity: 'direction',
    decimals: 0,
    needs: ['windU10m', 'windV10m'],
    course: (minutes) => alongVectors(minutes, windDirectionVectors(minutes.hourly), windDirection),
    derive: (source) => ofComponents(source, windDirection),
    climatology: {
      derive({ mean }) {
        const northward = mean('windV');
        return mapSeries(mean('windU'), (eastward, hour) => windDirection(eastward, northward[hour]));
      },
      cautions: ['no_daily_cycle', 'prevailing_wind'],
    },
    daily: [
      {
        name: 'windDirectionAvg',
        title: "Wind direction: direction of the day's average wind",
        description: 'The direction of the mean of the hourly wind vectors.',
        measure: averageDirection,
      },
    ],
    method:
      'The direction the wind comes from; 0 if calm. With several models, that of the mean of their wind vectors.',
    panel: { title: 'Wind direction', chart: 'marks', min: 0, max: 360 },
    otherNames: ['winddirection10m', 'winddeg', 'windbearing', 'winddir', 'wdir'],
  }),
  defineMetric({
    name: 'windGust',
    title: 'Wind gust',
    description:
      'The highest speed that the wind reaches briefly near the ground; never below the wind speed.',
    group,
    quantity: 'speed',
    decimals: 1,
    needs: ['windGust'],
    // It is interpolated separately, and must not be below the speed.
    course: ({ metric, curve, hourly }) => atLeast(curve(hourly.metric('windGust')), metric('windSpeed')),
    // The model's gust is a value of its own, of an instant or the highest of a span, and can be below the interpolated wind.
    derive: ({ variable, metric }) => atLeast(variable('windGust'), metric('windSpeed')),
    daily: ['minimum', 'maximum', 'average'],
    method: `The model's value, or the wind speed if that is higher. With several models, the weighted mean of those that have one. Where the model has the highest gust between two steps, as IFS and ICON-EU do, each hour between them has that gust.`,
    panel,
    otherNames: ['windgusts', 'windgusts10m', 'windgust10m', 'gust', 'gusts', 'wgust'],
  }),
];

type Measure = (u: number, v: number) => number;

function ofComponents({ variable }: MetricSource, measure: Measure): Float64Array {
  const v = variable('windV10m');
  const u = variable('windU10m');
  const made = newSeries(u.length);
  for (let i = 0; i < u.length; i++) made[i] = measure(u[i], v[i]);
  return made;
}

function alongVectors({ curve }: MinuteSource, { u, v }: WindVectors, measure: Measure): Float64Array {
  const [eastward, northward] = [curve(u), curve(v)];
  return mapSeries(eastward, (value, i) => measure(value, northward[i]));
}

/** The direction of the mean of the hourly wind vectors of a day. */
export function averageDirection(day: Pick<DaySource, 'metric'>): number {
  const { u, v } = windDirectionVectors(day);
  return windDirection(average(u), average(v));
}

/** Where a bound is missing, the value is kept. */
function atLeast(values: Float64Array, bounds: Float64Array): Float64Array {
  const made = newSeries(values.length);
  for (let i = 0; i < values.length; i++) made[i] = bounds[i] > values[i] ? bounds[i] : values[i];
  return made;
}

/** The average of the values that are not missing; NaN if there are none. */
function average(values: Float64Array): number {
  const there = values.filter((value) => !Number.isNaN(value));
  return there.reduce((sum, value) => sum + value, 0) / there.length;
}
