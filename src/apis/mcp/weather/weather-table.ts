import type { TimeZone } from '../../../core/time/index.js';
import type { ForecastTable } from '../../../forecast/index.js';
import type { MetricCatalogue } from '../../../weather/metrics/index.js';
import { type UnitSystem, WEATHER_CODES, type WeatherCode } from '../../../weather/meteo/index.js';
import { localTime } from './local-time.js';

type Value = number | string | null;

/** Values of a metric, or one of its daily values, for each time. */
export interface WeatherColumn {
  name: string;
  /** Empty for words and times. */
  unit: string;
  values: Value[];
}

const WEATHER_CODE = 'weatherCode';
const INSTANT = /^sun(rise|set)Time$/;
const NO_DIRECTION = '°';

/**
 * Returns the columns of a table at the given times. Values that the table lacks are null; weather codes are in words,
 * and instants in local time.
 *
 * @param timesMs milliseconds since 1970-01-01T00:00:00Z
 */
export function columnsAt(
  table: ForecastTable,
  timesMs: readonly number[],
  metrics: MetricCatalogue,
  units: UnitSystem,
  zone: TimeZone,
): WeatherColumn[] {
  const rows = new Map(Array.from(table.timesMs, (timeMs, row) => [timeMs, row]));
  const unitOf = unitsOf(metrics, units);
  return Object.entries(table.values).map(([name, values]) => ({
    name,
    unit: isText(name) ? '' : (unitOf.get(name) ?? ''),
    values: timesMs.map((timeMs) => {
      const value = values[rows.get(timeMs) ?? -1];
      return value === undefined || Number.isNaN(value) ? null : served(name, value, zone);
    }),
  }));
}

/** Whether differences of values are meaningful: not for words, nor for directions, which wrap around. */
export function isMeasured({ name, unit }: WeatherColumn): boolean {
  return !isText(name) && unit !== NO_DIRECTION;
}

/** Returns a line for each time, with values separated by vertical bars. */
export function tableText(times: readonly string[], columns: readonly WeatherColumn[]): string {
  const head = columns.map(({ name, unit }) => (unit === '' ? name : `${name} ${unit}`));
  const rows = times.map((time, i) => [time, ...columns.map(({ values }) => values[i] ?? '-')]);
  return [['time', ...head], ...rows].map((cells) => cells.join(' | ')).join('\n');
}

function served(name: string, value: number, zone: TimeZone): number | string {
  if (name.startsWith(WEATHER_CODE)) return WEATHER_CODES[value as WeatherCode];
  return INSTANT.test(name) ? localTime(value, zone) : value;
}

function isText(name: string): boolean {
  return name.startsWith(WEATHER_CODE) || INSTANT.test(name);
}

function unitsOf({ entries }: MetricCatalogue, units: UnitSystem): Map<string, string> {
  return new Map(
    entries.flatMap((entry) =>
      [entry, ...entry.daily].map(({ name, served: forms }) => [name, forms[units].unit] as const),
    ),
  );
}
