import { HOUR_MS } from '../../core/time/index.js';
import type { UnitSystem } from '../../weather/meteo/index.js';
import { type MetricSeries } from '../series/metric-series.js';
import { regularTimes, servedColumn, type ServedTimeline } from './served-timeline.js';
import type { EntrySpan } from '../request/timeline-spans.js';

/** Builds hourly entries; the series has all of their hours. */
export function hourlyTimeline(
  series: MetricSeries,
  { firstMs, count }: EntrySpan,
  fields: readonly string[],
  units: UnitSystem,
): ServedTimeline {
  const first = (firstMs - series.firstHourMs) / HOUR_MS;
  const isAll = first === 0 && count === series.hours;
  return {
    timesMs: regularTimes(firstMs, HOUR_MS, count),
    columns: fields.map((name) => {
      const values = series.values(name);
      return servedColumn(
        series.metrics.get(name),
        isAll ? values : values.subarray(first, first + count),
        units,
      );
    }),
  };
}
