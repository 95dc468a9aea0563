import type { UnitSystem } from '../meteo/units.js';
import type { Comparison } from './forecast-alert.entity.js';

/** The data of `forecast.alert`. Times are ISO 8601, UTC. */
export interface ForecastAlertAnnounced {
  alert_id: string;
  client_id: string;
  organization_id: string;
  state: 'raised' | 'cleared';
  field: string;
  comparison: Comparison;
  value: number;
  units: UnitSystem;
  lat: number;
  lon: number;
  /** The first hour that meets the condition; null where none does. */
  first_time: string | null;
  extreme_value: number;
  extreme_time: string;
  model: string;
  run: string;
}
