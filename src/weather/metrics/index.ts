export { CAUTIONS, type CautionCode } from './cautions.js';
export { defineMetric } from './define-metric.js';
export { documentMetrics } from './documented-metrics.js';
export {
  type CatalogueEntry,
  DAILY_MEASURES,
  type DailyForm,
  LONGEST_VALUE_NAME,
  MetricCatalogue,
  type ServedForm,
  type ServedValue,
  dailyFormsOf,
  servedForms,
} from './metric-catalogue.js';
export {
  type ClimatologySource,
  type DailyMeasure,
  type DaySource,
  type Decimals,
  type Metric,
  type MetricSource,
  type MinuteSource,
  PANEL_CHARTS,
} from './metric.types.js';
export { OWN_METRICS } from './own-metrics.js';
export { dominantCode } from './own/sky.js';
export { averageDirection } from './own/wind.js';
export { QUANTITIES, type Quantity, type QuantityName } from './quantities.js';
export { toServedColumn } from './served-values.js';
