import { DECIDING_DECIMALS } from '../../meteo/deciding-decimals.js';
import { toScaled } from '../../meteo/rounding.js';
import { mapSeries } from '../../meteo/series.js';
import { hourlyCosZenith, solarPosition } from '../../meteo/sun/solar-position.js';
import { isDaylight } from '../../meteo/sun/sun-times.js';
import { ALTITUDE_GAIN_PER_KM, CLOUD_TRANSMISSION, uvIndex } from '../../meteo/sun/uv-index.js';
import { visibilityInKilometres } from '../../meteo/units.js';
import { SEVERITY_ORDER } from '../../meteo/weather-codes.js';
import { weatherCode } from '../../meteo/weather-code.js';
import { HOUR_MS } from '../../time/index.js';
import { defineMetric } from '../define-metric.js';
import type { DaySource } from '../metric.types.js';
import { CLOUDS_AND_HUMIDITY } from './panels.js';
import { weatherOf } from './weather-series.js';
import { DRY_CODES, mostFrequent, mostSevere } from './weather-severity.js';

/** A day with at least this much (mm) is wet, even if the amount of each hour is too small to be measured. */
const WET_DAY_MM = 1;
/** The code of such a day, which has rain: snow and freezing precipitation are measurable at less than 1/24 of that. */
const DRIZZLE = 4000;
const DRY = { intensity: 0, type: 'rain', lightningProbability: 0 } as const;

const group = 'Sky';
const transmission = CLOUD_TRANSMISSION.map(({ coverPercent, share }) => `${share} at ${coverPercent} %`);

export const SKY = [
  defineMetric({
    name: 'weatherCode',
    title: 'Weather code',
    description: 'The weather as one code, such as 1000 (clear) or 4001 (rain).',
    group,
    quantity: 'code',
    decimals: 0,
    needs: ['precipitation', 'cloudCover'],
    // A code of clouds or fog follows from the minute's own values; all others are of the hour, as its precipitation
    // is.
    course({ metric, held, hourly }) {
      const [clouds, visibilities] = [metric('cloudCover'), metric('visibility')];
      return mapSeries(held(hourly.metric('weatherCode')), (code, i) =>
        DRY_CODES.has(code)
          ? weatherCode({ ...DRY, cloudCover: clouds[i], visibility: visibilities[i] })
          : code,
      );
    },
    derive: (source) => weatherOf(source).weatherCode(),
    daily: [
      {
        name: 'weatherCode',
        title: 'Weather code: the most frequent one in daylight',
        description:
          'The most frequent code of the hours that start in daylight, or of all hours during polar night. Of equally frequent codes, the most severe.',
        measure: dominantCode,
      },
      {
        name: 'weatherCodeMax',
        title: 'Weather code: the most severe one of the day',
        description: `The most severe one of the hours, in the order ${SEVERITY_ORDER.slice(1).join(', ')}; 0 (unknown) only where nothing else is known.`,
        measure: mostSevereOfDay,
      },
    ],
    method:
      'Derived from the returned values in metric units, so it never contradicts them. See [Weather codes](#weather-codes).',
    otherNames: ['weather', 'wmocode', 'condition', 'conditions', 'icon', 'summary'],
  }),
  defineMetric({
    name: 'cloudCover',
    title: 'Cloud cover',
    description: 'The share of the sky covered by clouds at any height; 0..100.',
    group,
    quantity: 'share',
    decimals: DECIDING_DECIMALS.cloudCover,
    needs: ['cloudCover'],
    course: 'curve',
    derive: ({ variable }) => variable('cloudCover'),
    climatology: { derive: ({ mean }) => mean('cloudCover'), cautions: ['no_daily_cycle'] },
    daily: ['minimum', 'maximum', 'average'],
    method: `The model's total cloud cover at the hour or, if it has only that, its average over the step. It can be low even when there is precipitation: the weather code then names the precipitation.`,
    panel: CLOUDS_AND_HUMIDITY,
    otherNames: ['cloud', 'clouds', 'cloudiness', 'cloudcovertotal'],
  }),
  defineMetric({
    name: 'visibility',
    title: 'Visibility',
    description: 'Horizontal visibility near the ground; at most 24.1 km or 15 miles.',
    group,
    quantity: 'distance',
    decimals: DECIDING_DECIMALS.visibility,
    needs: ['visibility'],
    course: 'line',
    derive: ({ variable }) => mapSeries(variable('visibility'), visibilityInKilometres),
    daily: ['minimum', 'maximum', 'average'],
    method: `The model's value, at most 24.1 km or 15 miles.`,
    panel: { title: 'Visibility', chart: 'line', min: 0 },
    otherNames: ['vis'],
  }),
  defineMetric({
    name: 'uvIndex',
    title: 'UV index',
    description: 'UV index: the strength of sunburning ultraviolet radiation; 0 at night.',
    group,
    quantity: 'index',
    decimals: 0,
    needs: ['totalOzone', 'cloudCover'],
    course: 'curve',
    derive({ variable, firstHourMs, hours, latitude, longitude, altitude }) {
      const [cloudCover, ozone] = [variable('cloudCover'), variable('totalOzone')];
      return mapSeries(hourlyCosZenith(firstHourMs, hours, latitude, longitude), (cosZenith, i) =>
        uvIndex({
          cosZenith,
          ozoneDobson: ozone[i],
          cloudCoverPercent: cloudCover[i],
          altitudeMetres: altitude,
        }),
      );
    },
    climatology: {
      derive({ mean, firstHourMs, latitude, longitude, altitude }) {
        const clouds = mean('cloudCover');
        return mapSeries(mean('ozone'), (ozoneDobson, hour) =>
          uvIndex({
            cosZenith: solarPosition(firstHourMs + hour * HOUR_MS, latitude, longitude).cosZenith,
            ozoneDobson,
            cloudCoverPercent: clouds[hour],
            altitudeMetres: altitude,
          }),
        );
      },
      cautions: [],
    },
    daily: ['minimum', 'maximum', 'average'],
    method: `12.5 · μ^2.42 · (ozone / 300 DU)^−1.23 (Madronich), with μ the cosine of the solar zenith angle at the hour; ${ALTITUDE_GAIN_PER_KM * 100} % more per kilometer of altitude; times the share that clouds let through: ${transmission.join(', ')}, linear in between. Snow on the ground and aerosols aren't included.`,
    panel: { title: 'UV index', chart: 'bars', min: 0 },
    otherNames: ['uv', 'uvi'],
  }),
  defineMetric({
    name: 'ozone',
    title: 'Ozone',
    description: 'Total ozone in the column of air above the ground.',
    group: 'Air and soil',
    quantity: 'ozoneColumn',
    decimals: 0,
    needs: ['totalOzone'],
    course: 'curve',
    derive: ({ variable }) => variable('totalOzone'),
    climatology: { derive: ({ mean }) => mean('ozone'), cautions: ['no_daily_cycle'] },
    daily: ['minimum', 'maximum', 'average'],
    method: `The model's total column ozone.`,
    panel: { title: 'Ozone', chart: 'line' },
  }),
];

/**
 * The most frequent code of the hours that start in daylight, or of the whole day if there are none, as in polar night.
 */
export function dominantCode({ metric, firstHourMs, latitude, longitude }: DaySource): number {
  const codes = metric('weatherCode');
  const byDay = mostFrequent(
    codes.filter((_, i) => isDaylight(firstHourMs + i * HOUR_MS, latitude, longitude)),
  );
  return Number.isNaN(byDay) ? mostFrequent(codes) : byDay;
}

function mostSevereOfDay({ metric }: DaySource): number {
  const worst = mostSevere(metric('weatherCode'));
  if (!DRY_CODES.has(worst)) return worst;
  const decimals = DECIDING_DECIMALS.precipitationIntensity;
  const scaled = metric('precipitationIntensity').reduce(
    (sum, mm) => (Number.isNaN(mm) ? sum : sum + toScaled(mm, decimals)),
    0,
  );
  return scaled >= WET_DAY_MM * 10 ** decimals ? DRIZZLE : worst;
}
