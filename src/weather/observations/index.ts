export type { ObservationSource } from './observation-source.js';
export type { Refusal } from './observe.js';
export { DEFAULT_SOURCES, OBSERVATION_SOURCES } from './own-sources.js';
export {
  OBSERVED_FIELDS,
  type ObservedField,
  type ObservedValues,
  type Station,
  type StationReport,
} from './station-report.js';
