import { HOUR_MS, MINUTE_MS } from '../../../core/time/index.js';
import type { ForecastColumns } from '../../../forecast/index.js';
import { GAZETTEER_ATTRIBUTION } from '../../../weather/gazetteer/index.js';
import type { MeteogramQuery } from '../request/meteogram-query.js';
import { HourSeries } from './chart.js';
import type { Meteogram } from './meteogram.types.js';

/** The warnings that matter to viewers of the image. */
const WARNINGS = ['stale_run', 'terrain_pending'];

/** What the image of a forecast shows. */
export function meteogramOf(
  { forecast: { query }, startMs, endMs, theme, width }: MeteogramQuery,
  { timelines, meta }: ForecastColumns,
): Meteogram {
  const { latitude, longitude, place, timeZone, units } = query;
  const { timesMs, values } = timelines.hourly!;
  const rows = new Map(Array.from(timesMs, (timeMs, row) => [timeMs, row]));
  const hours = Array.from({ length: (endMs - startMs) / HOUR_MS + 1 }, (_, i) => startMs + i * HOUR_MS);
  const point = pointText(latitude, longitude);
  const attributions = [
    meta.attribution,
    ...meta.sources.map(({ attribution }) => attribution),
    ...(meta.elevationAttribution === undefined ? [] : [meta.elevationAttribution]),
  ];
  const warnings = meta.warnings.filter(({ code }) => WARNINGS.includes(code));
  return {
    title: place ? [place.name, place.division, place.countryCode].filter(Boolean).join(', ') : point,
    subtitle: [...(place ? [point] : []), ...sourceTexts(meta)].join(' · '),
    notes: [
      ...warnings.map(({ detail }) => detail),
      `Local time: ${timeZone.name} (${offsetText(timeZone.offsetMs(startMs))}).`,
      `Data: ${[...new Set([...attributions, ...(place ? [GAZETTEER_ATTRIBUTION] : [])])].join('; ')}`,
    ],
    latitude,
    longitude,
    timeZone,
    units,
    theme,
    width,
    startMs,
    endMs,
    series: new HourSeries(hours, rows, values),
  };
}

/** Each model with its newest run, the model of the first hour first. */
function sourceTexts({ source, run, sources }: ForecastColumns['meta']): string[] {
  const runs = new Map<string, string | null>([[source, run]]);
  for (const each of sources) if (!runs.has(each.source)) runs.set(each.source, each.run);
  return [...runs].map(
    ([name, began]) => `${name.toUpperCase()} run ${began?.replace(/^(.*)T(\d\d:\d\d).*$/, '$1 $2 UTC')}`,
  );
}

function pointText(latitude: number, longitude: number): string {
  return `${Math.abs(latitude)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude)}° ${longitude < 0 ? 'W' : 'E'}`;
}

function offsetText(offsetMs: number): string {
  const minutes = Math.abs(Math.round(offsetMs / MINUTE_MS));
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`;
  return `UTC${offsetMs < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest}`;
}
