import { type MetricSeries } from '../../../../src/forecast/series/metric-series.js';
import { OWN_CATALOGUE } from '../../../support/own-catalogue.js';
import { type Column, type ServedTimeline } from '../../../../src/forecast/timelines/served-timeline.js';

/** Returns a series of given values; other metrics are null throughout. */
export function syntheticSeries(
  firstHour: string,
  hours: number,
  metrics: Partial<Record<string, (hour: number) => number>>,
): MetricSeries {
  return {
    metrics: OWN_CATALOGUE,
    firstHourMs: Date.parse(firstHour),
    hours,
    values: (name) => Float64Array.from({ length: hours }, (_, hour) => metrics[name]?.(hour) ?? NaN),
  };
}

const served = (column: Column, entry: number) =>
  'instantsMs' in column
    ? column.instantsMs[entry]
    : Number((column.scaled[entry] / 10 ** column.decimals).toFixed(column.decimals));

/** Returns one metric of a timeline as served, entry by entry; NaN for null. */
export function servedValues({ timesMs, columns }: ServedTimeline, name: string): number[] {
  const column = columns.find((candidate) => candidate.name === name);
  if (!column) throw new Error(`no column ${name}`);
  return Array.from(timesMs, (_, entry) => served(column, entry));
}
