import { useMemo } from 'react';
import type { DailyEntry, Field, Forecast } from '../../../api/schemas.ts';
import type { Series } from '../../../ui/chart/series.ts';
import { DAY_SECONDS } from '../../../ui/durations.ts';
import { sectionsOf } from '../sources.ts';
import { COLOURS, type MetricChart, MetricCharts } from './metric-charts.tsx';
import { metricFormat } from './metric-format.ts';
import { bandOf, withoutQuantiles } from './quantiles.ts';

interface DailyChartsProps {
  entries: DailyEntry[];
  meta: Forecast['meta'];
  catalogue: Field[];
}

type DailyField = Field['daily'][number];

/** Shown in the day strip instead, like sunrise and sunset. */
const SHOWN_ELSEWHERE: Field['name'][] = ['weatherCode'];

/** Suffixes of the names of daily values. */
const PARTS: Record<string, string> = { Min: 'Min', Max: 'Max', Avg: 'Average', Sum: 'Sum' };

export function DailyCharts({ entries, meta, catalogue }: DailyChartsProps) {
  const times = useMemo(() => entries.map(({ time }) => Date.parse(time) / 1000), [entries]);
  const charts = useMemo(
    () =>
      withoutQuantiles(catalogue)
        .filter(({ name }) => !SHOWN_ELSEWHERE.includes(name))
        .flatMap((field) => {
          const sections = sectionsOf(meta.sources, [field.name], times, DAY_SECONDS);
          return chartsOf(field, entries, meta.units).map((chart) => ({ ...chart, sections }));
        }),
    [entries, times, meta, catalogue],
  );
  return <MetricCharts charts={charts} times={times} timeZone={meta.timezone} isByDay />;
}

/** Daily sums get a chart of their own, since their unit differs from that of the intensities. */
function chartsOf(
  { title, daily }: Field,
  entries: DailyEntry[],
  units: Forecast['meta']['units'],
): Omit<MetricChart, 'sections'>[] {
  const isSum = ({ name }: DailyField) => name.endsWith('Sum');
  const seriesOf = (field: DailyField, i: number): Series => ({
    title: PARTS[field.name.slice(-3)] ?? field.title,
    colour: COLOURS[i],
    kind: isSum(field) ? 'bars' : daily.length === 1 ? 'marks' : 'dots',
    values: entries.map(
      ({ values }) => (values as Record<string, number | null | undefined>)[field.name] ?? null,
    ),
  });
  const parts = [daily.filter((field) => !isSum(field)), daily.filter(isSum)].filter(
    (part) => part.length > 0,
  );
  return parts.map((part) => ({
    title: part.every(isSum) ? part[0].title : title,
    format: metricFormat(part[0], units),
    series: part.map(seriesOf).flatMap((series, i) => [series, ...bandOf(part[i].name, series, entries)]),
    isFromZero: part.every(isSum),
  }));
}
