import { DECIDING_DECIMALS } from '../../meteo/deciding-decimals.js';
import {
  FLASHES_PER_STORM,
  INHIBITION_SCALE,
  LEAST_PRECIPITATION_MM,
  NEARBY_KM,
  STABLE_LIFTED_INDEX_K,
} from '../../meteo/precipitation/lightning-probability.js';
import { defineMetric } from '../define-metric.js';
import { PROBABILITIES } from './panels.js';
import { weatherOf } from './weather-series.js';

export const LIGHTNING = [
  defineMetric({
    name: 'lightningProbability',
    title: 'Lightning probability',
    description: 'The probability of lightning nearby in the hour that starts at `time`; 0..100.',
    group: 'Precipitation and storms',
    quantity: 'share',
    decimals: DECIDING_DECIMALS.lightningProbability,
    needs: ['precipitation', 'cape'],
    course: 'held',
    derive: (source) => weatherOf(source).lightningProbability(),
    daily: ['minimum', 'maximum', 'average'],
    method: `An estimate, not calibrated. The expected flashes within ${NEARBY_KM} km in the hour are 1.3 · 10⁻¹¹ per joule × CAPE × precipitation (Romps; at least ${LEAST_PRECIPITATION_MM} mm) × area, × exp(CIN / ${INHIBITION_SCALE} J/kg), and drop to none as the lifted index rises from 0 to ${STABLE_LIFTED_INDEX_K} K. Each storm has ${FLASHES_PER_STORM} flashes; the value is the probability of at least one storm (Poisson), and never above the precipitation probability.`,
    panel: PROBABILITIES,
    otherNames: ['lightning', 'lightningpotential', 'thunderstormprobability'],
  }),
];
