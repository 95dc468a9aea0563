import type { MetricPanel } from '../metric.schema.js';

/** Charts that metrics of several files share. */
export const CLOUDS_AND_HUMIDITY: MetricPanel = {
  title: 'Clouds and humidity',
  chart: 'line',
  min: 0,
  max: 100,
};
export const PROBABILITIES: MetricPanel = { title: 'Probabilities', chart: 'line', min: 0, max: 100 };
