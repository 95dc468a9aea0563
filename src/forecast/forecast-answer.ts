import { type UnitSystem } from '../meteo/units.js';
import { type AnswerWarning } from './answer-warnings.js';
import { type MetricColumn } from './metric-columns.js';

/** Where the values of an answer come from. Times are ISO 8601, as they are served. */
export interface ForecastMeta {
  source: string;
  run: string;
  publishedAt: string;
  nextRunExpectedAt: string;
  units: UnitSystem;
  timezone: 'UTC';
  grid: {
    /** Degrees between grid points. */
    resolution: number;
    /** The model's terrain at the point, in metres; null where the run has none. */
    elevation: number | null;
    interpolation: 'bilinear';
  };
  attribution: string;
  warnings: AnswerWarning[];
}

/** An answer before it becomes text. */
export interface ForecastAnswer {
  location: { lat: number; lon: number };
  /** The time of the first entry; the others follow hour by hour. */
  firstTime: Date;
  hours: number;
  columns: MetricColumn[];
  meta: ForecastMeta;
}
