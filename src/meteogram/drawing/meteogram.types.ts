import type { TimeZone } from '../../common/time/time-zone.js';
import type { UnitSystem } from '../../meteo/units.js';
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

/** What a picture shows. */
export interface Meteogram extends Span {
  /** The place. */
  title: string;
  /** Where that is, and which model run says so. */
  subtitle: string;
  /** What has to be said below, such as whose data it is. */
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
