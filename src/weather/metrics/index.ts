export { CAUTIONS, type CautionCode } from './cautions.js';
export { defineMetric } from './define-metric.js';
export { documentMetrics } from './documented-metrics.js';
export {
  type CatalogueEntry,
  type DailyForm,
  MetricCatalogue,
  type ServedForm,
  type ServedValue,
  dailyFormsOf,
  servedForms,
} from './metric-catalogue.js';
export type {
  Course,
  DailyMeasure,
  DailyValue,
  Decimals,
  Metric,
  MetricClimatology,
  MetricPanel,
} from './metric.schema.js';
export {
  type ClimatologySource,
  type DaySource,
  type MetricSource,
  type MinuteSource,
  PANEL_CHARTS,
} from './metric.types.js';
export { OWN_METRICS } from './own-metrics.js';
export { dominantCode } from './own/sky.js';
export { DRY_CODES } from './own/weather-severity.js';
export { averageDirection } from './own/wind.js';
export { QUANTITIES, type QuantityName } from './quantities.js';
export type { Quantity } from './quantity.schema.js';
export { toServedColumn } from './served-values.js';
