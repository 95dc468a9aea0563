import { MetricCatalogue } from '../../src/metrics/metric-catalogue.js';
import { OWN_METRICS } from '../../src/metrics/own-metrics.js';

/** The metrics of an application that nobody extends. */
export const OWN_CATALOGUE = new MetricCatalogue(OWN_METRICS);
