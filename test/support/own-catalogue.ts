import { MetricCatalogue } from '../../src/metrics/metric-catalogue.js';
import { OWN_METRICS } from '../../src/metrics/own-metrics.js';

/** The built-in fields, without extensions. */
export const OWN_CATALOGUE = new MetricCatalogue(OWN_METRICS);
