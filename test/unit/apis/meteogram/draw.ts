import { HOUR_MS } from '../../../../src/core/time/index.js';
import { TimeZone } from '../../../../src/core/time/time-zone.js';
import { HourSeries } from '../../../../src/apis/meteogram/drawing/chart.js';
import { drawMeteogram } from '../../../../src/apis/meteogram/drawing/meteogram.js';
import { DRAWN_FIELDS, type Meteogram } from '../../../../src/apis/meteogram/drawing/meteogram.types.js';
import { ReadMeteogram } from '../../../support/read-meteogram.js';

export const START = '2026-11-24T00:00:00Z';

type Values = Partial<Record<(typeof DRAWN_FIELDS)[number], (hour: number) => number>>;

const USUAL: Required<Values> = {
  temperature: (hour) => 5 + 4 * Math.sin(hour / 4),
  precipitationIntensity: () => 0,
  weatherCode: () => 1001,
  cloudCover: () => 80,
  windSpeed: () => 5,
  windGust: () => 9,
  windDirection: () => 0,
  pressureSurfaceLevel: () => 1010,
};

export interface Drawn extends Partial<Omit<Meteogram, 'series' | 'timeZone'>> {
  hours?: number;
  start?: string;
  zone?: string;
  values?: Values;
}

export function drawn({
  hours = 48,
  start = START,
  zone = 'UTC',
  values = {},
  ...others
}: Drawn = {}): string {
  const startMs = Date.parse(start);
  const timesMs = Array.from({ length: hours + 1 }, (_, hour) => startMs + hour * HOUR_MS);
  const columns = Object.fromEntries(
    DRAWN_FIELDS.map((name) => [
      name,
      Float64Array.from(timesMs, (_, hour) => (values[name] ?? USUAL[name])(hour)),
    ]),
  );
  const rows = new Map(timesMs.map((timeMs, row) => [timeMs, row]));
  return drawMeteogram({
    title: 'Warsaw',
    subtitle: 'GFS run 2026-11-23 18:00 UTC',
    notes: ['Data: NOAA'],
    latitude: 52,
    longitude: 21,
    units: 'metric',
    theme: 'light',
    width: 600,
    ...others,
    timeZone: TimeZone.named(zone)!,
    startMs,
    endMs: startMs + hours * HOUR_MS,
    series: new HourSeries(timesMs, rows, columns),
  });
}

export const read = (given?: Drawn) => new ReadMeteogram(drawn(given));
