import { HOUR_MS } from '../../time/index.js';
import { isPlausibleTime, type ReportReader } from '../observation-source.js';
import { type Measured, observe } from '../observe.js';
import type { StationReport } from '../station-report.js';
import { cloudCoverOf } from './cloud-cover.js';
import { weatherOf } from './present-weather.js';

const METRES_PER_SECOND_PER_KNOT = 1852 / 3600;
const METRES_PER_MILE = 1609.344;
const HECTOPASCALS_PER_INCH = 33.86389;
/** "6+" is what the file has for 9999 m, which means 10 km or more. */
const VISIBILITY_MILES: Readonly<Record<string, number>> = { '6+': 10_000 / METRES_PER_MILE };
/** The file has reports of the last 90 minutes, and repeats none. */
const OLDEST_MS = 3 * HOUR_MS;
/** Stations whose position isn't known are there, at 9999 m. */
const NO_ELEVATION = 9999;
const COLUMNS = {
  text: 'raw_text',
  id: 'station_id',
  time: 'observation_time',
  lat: 'latitude',
  lon: 'longitude',
  elevation: 'elevation_m',
  temperature: 'temp_c',
  dewPoint: 'dewpoint_c',
  windDirection: 'wind_dir_degrees',
  windSpeed: 'wind_speed_kt',
  windGust: 'wind_gust_kt',
  visibility: 'visibility_statute_mi',
  altimeter: 'altim_in_hg',
  seaLevelPressure: 'sea_level_pressure_mb',
  weather: 'wx_string',
  isWeatherOff: 'present_weather_sensor_off',
  /** The first of four columns with this name; each is followed by the height of the layer. */
  cover: 'sky_cover',
  kind: 'metar_type',
} as const;
const LAYERS = 4;

type Column = keyof typeof COLUMNS;
type Row = (column: Column, offset?: number) => string;

/**
 * Reads the Aviation Weather Center's METAR cache: the layout since September 2025, and the one before, which has five
 * lines before its header and no quotes.
 */
export const readMetarCache: ReportReader = function* (text, { nowMs, refuse }) {
  const lines = linesOf(text);
  const places = headerIn(lines);
  const reports: StationReport[] = [];
  for (const line of lines) {
    yield;
    const cells = cellsOf(line);
    if (cells.length !== places.width) {
      refuse('malformed');
      continue;
    }
    const row: Row = (column, offset = 0) => cells[places.of[column] + offset];
    const [lat, lon, elevation] = [number(row('lat')), number(row('lon')), number(row('elevation'))];
    const observedAtMs = Date.parse(row('time'));
    if (Number.isNaN(observedAtMs) || row('id') === '') refuse('malformed');
    else if (!isPosition(lat, lon, elevation)) refuse('position');
    else if (!isPlausibleTime(observedAtMs, nowMs, OLDEST_MS)) refuse('time');
    else
      reports.push({
        station: { id: row('id'), name: null, lat, lon, elevation },
        observedAtMs,
        isSpecial: row('kind') === 'SPECI',
        values: observe(measuredIn(row), elevation, refuse),
        text: row('text'),
      });
  }
  return reports;
};

/** @throws Error without a header */
function headerIn(lines: Iterator<string, undefined>) {
  for (let line = lines.next(); !line.done; line = lines.next()) {
    if (!line.value.startsWith(`${COLUMNS.text},`)) continue;
    const names = line.value.split(',');
    const of = Object.fromEntries(
      Object.entries(COLUMNS).map(([column, name]) => [column, names.indexOf(name)]),
    ) as Record<Column, number>;
    const missing = Object.values(COLUMNS).filter((name) => !names.includes(name));
    if (missing.length > 0) throw new Error(`the METAR cache has no column ${missing.join(', ')}`);
    return { of, width: names.length };
  }
  throw new Error(`the METAR cache has no line that begins with "${COLUMNS.text},"`);
}

function* linesOf(text: string): Generator<string, undefined> {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end === -1 ? text.length : end).replace(/\r+$/, '');
    if (line !== '') yield line;
    start = end === -1 ? text.length : end + 1;
  }
}

/** Only the first cell, the report, can be quoted. */
function cellsOf(line: string): string[] {
  const quoted = /^"((?:[^"]|"")*)",/.exec(line);
  if (!quoted) return line.split(',');
  return [quoted[1].replaceAll('""', '"'), ...line.slice(quoted[0].length).split(',')];
}

function isPosition(lat: number, lon: number, elevation: number): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && elevation > -500 && elevation < NO_ELEVATION;
}

function measuredIn(row: Row): Measured {
  const text = row('text');
  const windSpeed = number(row('windSpeed')) * METRES_PER_SECOND_PER_KNOT;
  // North is 360; 0 with some wind, or VRB, is a direction that varies.
  const windDirection = number(row('windDirection')) || NaN;
  const altimeter = number(row('altimeter')) * HECTOPASCALS_PER_INCH;
  const visibility = row('visibility');
  const layers = Array.from({ length: LAYERS }, (_, layer) => row('cover', 2 * layer));
  return {
    temperature: number(row('temperature')),
    dewPoint: number(row('dewPoint')),
    windSpeed,
    windDirection,
    windGust: number(row('windGust')) * METRES_PER_SECOND_PER_KNOT,
    // Since 2025, a missing one is 0.00.
    altimeter: altimeter || NaN,
    seaLevelPressure: number(row('seaLevelPressure')),
    visibility: (VISIBILITY_MILES[visibility] ?? number(visibility.replace('+', ''))) * METRES_PER_MILE,
    cloudCover: cloudCoverOf(layers, text),
    weather: weatherOf(row('weather'), text, row('isWeatherOff') === 'TRUE'),
  };
}

/** Blank cells, `null` and words such as `VRB` are NaN. */
function number(cell: string): number {
  return cell.trim() === '' ? NaN : Number(cell);
}
