import { HOUR_MS } from '../../../core/time/index.js';
import {
  type ForecastQueries,
  type KeyedQuery,
  QueryReader,
  type RawQuery,
} from '../../../forecast/index.js';
import { Problem, type RequestFault } from '../../../core/http/index.js';
import { DRAWN_FIELDS } from '../drawing/meteogram.types.js';
import { type Theme, THEMES } from '../drawing/paint.js';
import {
  HOURS,
  KNOWN_OF_PNG,
  KNOWN_OF_SVG,
  PNG_THEMES,
  SCALES,
  SHARED,
  WIDTH,
} from './meteogram-parameters.js';

/** A meteogram request after validation. */
export interface MeteogramQuery {
  forecast: KeyedQuery;
  /** The span that the image shows; milliseconds since 1970. */
  startMs: number;
  endMs: number;
  theme: Theme;
  width: number;
  /** PNG pixels per pixel of `width`. */
  scale: number;
  /** Number of requested forecast values. */
  values: number;
}

/** @throws Problem invalid_parameter that names every fault */
export function parseMeteogramQuery(
  raw: RawQuery,
  nowMs: number,
  queries: ForecastQueries,
  form: 'svg' | 'png',
): MeteogramQuery {
  const reader = new QueryReader(raw);
  reader.refuseAllBut(form === 'svg' ? KNOWN_OF_SVG : KNOWN_OF_PNG);
  const hours = reader.whole('hours', HOURS.minimum, HOURS.maximum) ?? HOURS.default;
  const width = reader.whole('width', WIDTH.minimum, WIDTH.maximum) ?? WIDTH.default;
  const theme = reader.choice('theme', form === 'svg' ? THEMES : PNG_THEMES) ?? 'light';
  const scale = form === 'svg' ? 1 : Number(reader.choice('scale', SCALES) ?? 1);
  if (raw.source === 'climatology')
    reader.refuse('source', '"source" must be "auto" or a model: long-term averages are not drawn.');
  const asked = forecastQuery(raw, nowMs, queries, reader.faults);
  const startMs = Math.ceil(asked.start.getTime() / HOUR_MS) * HOUR_MS;
  const endMs = startMs + hours * HOUR_MS;
  // One more hour, since curves continue to the end of the last one.
  const query = { ...asked, fields: [...DRAWN_FIELDS], end: new Date(endMs + HOUR_MS) };
  const forecast = queries.keyed(query, nowMs);
  return { forecast, startMs, endMs, theme, width, scale, values: forecast.values };
}

/** @param faults found so far, to be reported together */
function forecastQuery(
  raw: RawQuery,
  nowMs: number,
  queries: ForecastQueries,
  faults: readonly RequestFault[],
): KeyedQuery['query'] {
  const given = SHARED.filter((name) => raw[name] !== undefined).map((name) => [name, raw[name]] as const);
  try {
    const { query } = queries.parse({ timezone: 'auto', ...Object.fromEntries(given) }, nowMs);
    if (faults.length === 0) return query;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid_parameter') throw error;
    throw new Problem('invalid_parameter', { errors: [...faults, ...(error.options.errors ?? [])] });
  }
  throw new Problem('invalid_parameter', { errors: [...faults] });
}
