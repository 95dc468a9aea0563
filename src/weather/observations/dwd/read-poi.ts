import { DAY_MS } from '../../time/index.js';
import { isPlausibleTime, type ReportReader } from '../observation-source.js';
import { type Measured, observe } from '../observe.js';
import type { StationReport } from '../station-report.js';

const COLUMNS = {
  temperature: ['dry_bulb_temperature_at_2_meter_above_ground', 'Grad C'],
  dewPoint: ['dew_point_temperature_at_2_meter_above_ground', 'Grad C'],
  windDirection: ['mean_wind_direction_during_last_10 min_at_10_meters_above_ground', 'Grad'],
  windSpeed: ['mean_wind_speed_during last_10_min_at_10_meters_above_ground', 'km/h'],
  windGust: ['maximum_wind_speed_last_hour', 'km/h'],
  seaLevelPressure: ['pressure_reduced_to_mean_sea_level', 'hPa'],
  cloudCover: ['cloud_cover_total', '%'],
  visibility: ['horizontal_visibility', 'km'],
} as const;
type Column = keyof typeof COLUMNS;

const KILOMETRES_PER_HOUR = 3.6;
/** The file has 25 hours. */
const OLDEST_MS = 2 * DAY_MS;

/** Reads a POI file: three header lines (names, units, German names), then a row for each hour, the newest first. */
export const readPoi: ReportReader = function* (text, { station, nowMs, refuse }) {
  const [names = '', units = '', , ...rows] = text.split(/\r*\n/).filter(Boolean);
  const places = placesIn(names.split(';'), units.split(';'));
  const [id] = units.split(';');
  if (id !== station!.id) throw new Error(`the file of the station ${station!.id} is about ${id}`);
  const reports: StationReport[] = [];
  for (const row of rows) {
    yield;
    const cells = row.split(';');
    const observedAtMs = timeOf(cells[0], cells[1]);
    if (cells.length !== names.split(';').length || Number.isNaN(observedAtMs)) refuse('malformed');
    else if (!isPlausibleTime(observedAtMs, nowMs, OLDEST_MS)) refuse('time');
    else {
      const value = (column: Column) => number(cells[places[column]]);
      const { elevation } = station!;
      const values = observe(measuredIn(value), elevation, refuse);
      reports.push({ station: station!, observedAtMs, isSpecial: false, values, text: row });
    }
  }
  return reports;
};

/** @throws Error if a column is missing or has another unit */
function placesIn(names: readonly string[], units: readonly string[]): Record<Column, number> {
  const places = Object.entries(COLUMNS).map(([column, [name, unit]]) => {
    const place = names.indexOf(name);
    if (units[place] !== unit) throw new Error(`the POI file has no column ${name} in ${unit}`);
    return [column, place];
  });
  return Object.fromEntries(places) as Record<Column, number>;
}

function measuredIn(value: (column: Column) => number): Measured {
  return {
    temperature: value('temperature'),
    dewPoint: value('dewPoint'),
    windDirection: value('windDirection'),
    windSpeed: value('windSpeed') / KILOMETRES_PER_HOUR,
    windGust: value('windGust') / KILOMETRES_PER_HOUR,
    altimeter: NaN,
    seaLevelPressure: value('seaLevelPressure'),
    cloudCover: value('cloudCover'),
    visibility: value('visibility') * 1000,
    weather: undefined,
  };
}

/** `06.04.20;08:00` in UTC. */
function timeOf(date: string, time = ''): number {
  const [day, month, year] = date.split('.');
  return Date.parse(`20${year}-${month}-${day}T${time}:00Z`);
}

/** With a decimal comma; `---` is missing. */
function number(cell: string): number {
  return cell.trim() === '' ? NaN : Number(cell.replace(',', '.'));
}
