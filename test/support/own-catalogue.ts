import { MetricCatalogue } from '../../src/weather/metrics/metric-catalogue.js';
import { OWN_METRICS } from '../../src/weather/metrics/own-metrics.js';

/** The built-in fields, without extensions. */
export const OWN_CATALOGUE = new MetricCatalogue(OWN_METRICS);
