import type { UnitSystem } from '../meteo/units.js';
import type { Comparison } from './forecast-alert.entity.js';

/**
 * Why an alert is what it is. `forecast`: by a run. The others clear it: somebody `changed`, `disabled` or `deleted` it, or it
 * is `outdated`, since its hours have passed and no run could be evaluated.
 */
export type AlertEventReason = 'forecast' | 'changed' | 'disabled' | 'deleted' | 'outdated';

/** The data of `forecast.alert`. Times are ISO 8601, UTC. */
export interface ForecastAlertAnnounced {
  alert_id: string;
  client_id: string;
  organization_id: string;
  state: 'raised' | 'cleared';
  reason: AlertEventReason;
  field: string;
  comparison: Comparison;
  value: number;
  units: UnitSystem;
  lat: number;
  lon: number;
  /** The first hour that meets the condition; null where none does. */
  first_time: string | null;
  /** Null where no run says so. */
  extreme_value: number | null;
  extreme_time: string | null;
  /** The run that was evaluated last. */
  model: string;
  run: string;
}
