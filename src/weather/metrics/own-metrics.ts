import { LIGHTNING } from './own/lightning.js';
import { PRECIPITATION } from './own/precipitation.js';
import { PRESSURE } from './own/pressure.js';
import { QUANTILES } from './own/quantiles.js';
import { SKY } from './own/sky.js';
import { SOIL } from './own/soil.js';
import { TEMPERATURE_AND_HUMIDITY } from './own/temperature-and-humidity.js';
import { WIND } from './own/wind.js';
import type { Metric } from './metric.schema.js';

/** The built-in metrics, in the order of a response. */
export const OWN_METRICS: readonly Metric[] = [
  ...TEMPERATURE_AND_HUMIDITY,
  ...WIND,
  ...PRESSURE,
  ...PRECIPITATION,
  ...SKY,
  ...SOIL,
  ...LIGHTNING,
  ...QUANTILES,
];
