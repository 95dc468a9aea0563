import type { TimeZone } from '../../../core/time/index.js';
import type { UnitSystem } from '../../../weather/meteo/index.js';
import type { HourSeries } from './chart.js';
import type { Theme } from './paint.js';
import type { Span } from './time-axis.js';

export const DRAWN_FIELDS = [
  'temperature',
  'precipitationIntensity',
  'weatherCode',
  'cloudCover',
  'windSpeed',
  'windGust',
  'windDirection',
  'pressureSurfaceLevel',
] as const;

/** What an image shows. */
export interface Meteogram extends Span {
  /** The name of the place, or the coordinates. */
  title: string;
  /** The coordinates of a named place, and the model runs. */
  subtitle: string;
  /** Lines below the panels, such as the attributions of the data. */
  notes: string[];
  latitude: number;
  longitude: number;
  timeZone: TimeZone;
  units: UnitSystem;
  theme: Theme;
  /** Pixels. */
  width: number;
  series: HourSeries;
}
