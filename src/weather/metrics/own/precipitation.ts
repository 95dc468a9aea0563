import { WET_SPAN_RATE } from '../../meteo/ensemble/member-statistics.js';
import { DECIDING_DECIMALS } from '../../meteo/deciding-decimals.js';
import { MEASURABLE_MM } from '../../meteo/precipitation/measurable.js';
import { snowDepthRatio } from '../../meteo/precipitation/new-snow.js';
import {
  DRY_HOUR_PERCENT,
  HEAVY_HOUR_PERCENT,
  LEAST_BESIDE_WET_PERCENT,
  MOST_BESIDE_DRY_PERCENT,
  NEIGHBOURHOOD_RADIUS,
  WET_HOUR_PERCENT,
  wetHoursOf,
} from '../../meteo/precipitation/precipitation-probability.js';
import { mapSeries } from '../../meteo/series.js';
import { defineMetric } from '../define-metric.js';
import { PROBABILITIES } from './panels.js';
import { weatherOf } from './weather-series.js';

const HOURS_PER_DAY = 24;

const group = 'Precipitation and storms';
const rows = 2 * NEIGHBOURHOOD_RADIUS + 1;
const percent = (share: number) => Math.round(100 * share);
const ratio = (celsius: number) => snowDepthRatio(celsius).toFixed(1);

export const PRECIPITATION = [
  defineMetric({
    name: 'precipitationIntensity',
    title: 'Precipitation intensity',
    description: 'Precipitation of any kind in the hour that starts at `time`, as water.',
    group,
    quantity: 'precipitationRate',
    decimals: { metric: DECIDING_DECIMALS.precipitationIntensity, imperial: 3 },
    needs: ['precipitation'],
    course: 'held',
    derive: ({ variable }) => variable('precipitation'),
    climatology: {
      // A mean is not the amount of an hour: spread evenly, it would be a drizzle that never ends.
      meanRate: ({ mean }) =>
        mapSeries(mean('precipitation'), (millimetresPerDay) => millimetresPerDay / HOURS_PER_DAY),
      cautions: ['mean_rate'],
    },
    daily: [
      'minimum',
      'maximum',
      'average',
      {
        name: 'precipitationAccumulationSum',
        title: 'Precipitation: daily total',
        quantity: 'length',
        measure: 'sum',
      },
    ],
    method: `The amount that the model accumulates between two steps, divided evenly over the hours between them, so the hours add up to the model's amount.`,
    panel: { title: 'Precipitation', chart: 'bars', min: 0 },
    otherNames: [
      'precipitation',
      'precip',
      'precipintensity',
      'precipaccumulation',
      'prcp',
      'rain',
      'rain1h',
      'rainintensity',
      'rainaccumulation',
      'showers',
    ],
  }),
  defineMetric({
    name: 'precipitationProbability',
    title: 'Precipitation probability',
    description: 'The probability of measurable precipitation in the hour that starts at `time`; 0..100.',
    group,
    quantity: 'share',
    decimals: 0,
    needs: ['precipitation'],
    course: 'held',
    ofMembers: 'precipitationProbability',
    derive: (source) => weatherOf(source).precipitationProbability(),
    daily: ['minimum', 'maximum', 'average'],
    method: `Where an ensemble covers the hour: the share of its members with at least ${WET_SPAN_RATE} mm/h in the step that the hour lies in, bilinear between the ensemble's grid points. It is at least ${LEAST_BESIDE_WET_PERCENT} % where the amount served for the hour is measurable, and at most ${MOST_BESIDE_DRY_PERCENT} % where it isn't. <code>meta.sources</code> names this method <code>ensemble_members</code>. Elsewhere (<code>neighborhood</code>): an estimate, not calibrated, of the probability of measurable precipitation: at least ${MEASURABLE_MM.rain} mm in the hour. It starts from the share of wet grid points in the step, among the ${rows} × ${rows} around the nearest one, averaged over the run and earlier stored runs that cover the hour (the n-th run counts 1/n). In steps longer than an hour only some hours are wet, so the share counts ${percent(wetHoursOf(3))} % in 3-hour steps and ${percent(wetHoursOf(6))} % in 6-hour steps. If the run itself has measurable precipitation at the location in that hour, the probability is at least ${WET_HOUR_PERCENT} % + ${HEAVY_HOUR_PERCENT} % · I / (I + 1 mm/h); otherwise it is at most ${DRY_HOUR_PERCENT} %.`,
    panel: PROBABILITIES,
    otherNames: ['pop', 'precipprobability', 'precipchance', 'probabilityofprecipitation'],
  }),
  defineMetric({
    name: 'snowAccumulation',
    title: 'Snow accumulation',
    description: 'Depth of new snow in the hour that starts at `time`.',
    group,
    quantity: 'length',
    decimals: { metric: DECIDING_DECIMALS.snowAccumulation, imperial: 2 },
    needs: ['precipitation'],
    course: 'held',
    derive: (source) => weatherOf(source).snowAccumulation(),
    daily: ['sum'],
    method: `The hour's precipitation × its frozen share × the snow-to-liquid ratio if the type is snow, else 0. The ratio depends on the temperature: ${ratio(0)} at 0 °C, ${ratio(-5)} at −5 °C, ${ratio(-15)} at −15 °C (Hedstrom and Pomeroy; above freezing Pomeroy and Gray). Settling, melting and drifting aren't included.`,
    panel: { title: 'New snow', chart: 'bars', min: 0 },
    otherNames: ['snow', 'snow1h', 'snowfall', 'snowdepth', 'snowintensity'],
  }),
];
