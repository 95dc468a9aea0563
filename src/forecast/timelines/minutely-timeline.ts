import { HOUR_MS, MINUTE_MS } from '../../core/time/index.js';
import {
  type UnitSystem,
  interpolateLinear,
  interpolateMonotoneCubic,
  mapSeries,
  regularSeries,
} from '../../weather/meteo/index.js';
import type { MinuteSource } from '../../weather/metrics/index.js';
import { type MetricSeries } from '../series/metric-series.js';
import { regularTimes, servedColumn, type ServedTimeline } from './served-timeline.js';
import type { EntrySpan, StepSpan } from '../request/timeline-spans.js';

/** Builds minutely entries; the series has the hours around all of them. */
export function minutelyTimeline(
  series: MetricSeries,
  { firstMs, count }: EntrySpan,
  fields: readonly string[],
  units: UnitSystem,
): ServedTimeline {
  const { metric } = minutesOf(series, { firstMs, stepMs: MINUTE_MS, count });
  return {
    timesMs: regularTimes(firstMs, MINUTE_MS, count),
    columns: fields.map((name) => servedColumn(series.metrics.get(name), metric(name), units)),
  };
}

/** The metrics of a series, interpolated to minutes at any spacing and unrounded; NaN outside its hours. */
export function minutesOf(series: MetricSeries, { firstMs, stepMs, count }: StepSpan): MinuteSource {
  // Both in hours since the first hour of the series.
  const hours = regularSeries(0, 1, series.hours);
  const first = firstMs - series.firstHourMs;
  const positions = mapSeries(regularSeries(first, stepMs, count), (ms) => ms / HOUR_MS);
  const known = new Map<string, Float64Array>();
  const minutes: MinuteSource = {
    hourly: { metric: (name) => series.values(name) },
    metric(name) {
      let values = known.get(name);
      if (!values) known.set(name, (values = along(name)));
      return values;
    },
    curve: (values) => interpolateMonotoneCubic(hours, values, positions),
    line: (values) => interpolateLinear(hours, values, positions),
    held: (values) => mapSeries(positions, (position) => values[Math.floor(position)]),
  };
  const along = (name: string): Float64Array => {
    const { course } = series.metrics.get(name);
    return typeof course === 'function' ? course(minutes) : minutes[course](series.values(name));
  };
  return minutes;
}
