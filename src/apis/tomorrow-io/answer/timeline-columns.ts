import { HOUR_MS } from '../../../core/time/index.js';
import type { Column, PlaceHours, ServedTimeline } from '../../../forecast/index.js';
import { noSeries, sunTimes } from '../../../weather/meteo/index.js';
import { toServedColumn } from '../../../weather/metrics/index.js';
import type { AskedField } from '../fields/asked-fields.js';
import type { InstantField, NumberField } from '../fields/fields.js';
import { Steps } from '../fields/steps.js';
import type { AskedTimeline, TomorrowIoQuery } from '../request/tomorrow-io-query.js';
import { Days } from './days.js';

/** A quarter of an hour: no local day begins within one, not even in Nepal. */
const SAME_DAY_MS = HOUR_MS / 4;

/** What the timelines are computed from; undefined where nothing covers it. */
export interface AskedWeather {
  hours: PlaceHours | undefined;
  /** For the time step `current`. */
  current: PlaceHours | undefined;
}

/** Computes the entries of a timeline, before they become text. */
export function servedTimeline(
  query: TomorrowIoQuery,
  { timestep, span, fields }: AskedTimeline,
  weather: AskedWeather,
): ServedTimeline {
  const hours = timestep === 'current' ? weather.current : weather.hours;
  if ('days' in span) {
    const days = new Days(hours, span.days, query.location);
    const timesMs = Float64Array.from(span.days, ({ startMs }) => startMs);
    return {
      timesMs,
      columns: columnsOf(query, timesMs, fields, (asked, field) => days.values(asked, field)),
    };
  }
  const { firstMs, stepMs, count } = span.steps;
  const timesMs = Float64Array.from({ length: count }, (_, i) => firstMs + i * stepMs);
  // Current amounts of precipitation are those of a whole hour.
  const steps = hours && new Steps(hours, span.steps, timestep === 'current' ? 1 : undefined);
  const known = new Map<NumberField, Float64Array>();
  const valuesOf = (_asked: AskedField, field: NumberField) => {
    let values = known.get(field);
    if (!values) known.set(field, (values = steps && field.derive ? field.derive(steps) : noSeries(count)));
    return values;
  };
  return { timesMs, columns: columnsOf(query, timesMs, fields, valuesOf) };
}

function columnsOf(
  query: TomorrowIoQuery,
  timesMs: Float64Array,
  fields: readonly AskedField[],
  valuesOf: (asked: AskedField, field: NumberField) => Float64Array,
): Column[] {
  return fields.map((asked) => {
    const { name, field } = asked;
    if ('instant' in field) return { name, instantsMs: instants(query, timesMs, field) };
    const form = field.served[query.units];
    return { name, decimals: form.decimals, scaled: toServedColumn(valuesOf(asked, field), form) };
  });
}

/** Returns the instant, such as sunrise, of the local day that each time is in. */
function instants(
  { location, days }: TomorrowIoQuery,
  timesMs: Float64Array,
  { instant }: InstantField,
): Float64Array {
  if (instant === 'unknown') return noSeries(timesMs.length);
  const known = new Map<number, number>();
  return timesMs.map((timeMs) => {
    const moment = Math.floor(timeMs / SAME_DAY_MS);
    let sunMs = known.get(moment);
    if (sunMs === undefined) {
      const midnightMs = days.zone.startOfDay(days.zone.dayOf(timeMs));
      sunMs = sunTimes(midnightMs, location.latitude, location.longitude)[instant];
      known.set(moment, sunMs);
    }
    return sunMs;
  });
}
