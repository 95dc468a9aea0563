import type { UnitSystem } from '../../weather/meteo/index.js';
import type { Comparison } from './forecast-alert.entity.js';

/**
 * Why an alert has its state. `forecast`: because of a run. The others clear it: it was `changed`, `disabled` or
 * `deleted`, or it is `outdated`, because its hours have passed and no run could be evaluated.
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
  /** The first hour that meets the condition; null if none does. */
  first_time: string | null;
  /** Null if the change isn't due to a run. */
  extreme_value: number | null;
  extreme_time: string | null;
  /** The last run that was evaluated. */
  model: string;
  run: string;
}
