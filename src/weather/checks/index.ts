/** Loads zod, which takes longer than anything else here: only what checks definitions of others imports it. */
export { faultOfMetric } from '../metrics/check-metric.js';
export { faultOfModel } from '../models/check-model.js';
export {
  type Members,
  SWITCH,
  TEXT,
  faultOf,
  fitting,
  functionOf,
  listOf,
  someOf,
  whole,
} from './schema-parts.js';
