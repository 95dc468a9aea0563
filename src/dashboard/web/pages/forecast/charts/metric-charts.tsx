import { useMemo } from 'react';
import type { DailyEntry, Field, Forecast, HourlyEntry } from '../../../api/schemas.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import { type ChartSection, lookOf, type Series } from '../../../ui/chart/series.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '../../../ui/durations.ts';
import { sectionsOf } from '../sources.ts';
import { metricFormat, type MetricFormat } from './metric-format.ts';
import { bandOf, withoutQuantiles } from './quantiles.ts';

export interface MetricChart {
  title: string;
  format: MetricFormat;
  series: Series[];
  sections: ChartSection[];
  isFromZero?: boolean;
  range?: [number, number];
}

interface MetricChartsProps {
  charts: MetricChart[];
  times: number[];
  timeZone: string;
  isByDay?: boolean;
}

const hasValues = ({ series }: MetricChart) =>
  series.some(({ values }) => values.some((value) => value !== null));

/** The charts of a tab in a grid. Charts without any values are only listed by name. */
export function MetricCharts({ charts, times, timeZone, isByDay }: MetricChartsProps) {
  const empty = charts.filter((chart) => !hasValues(chart)).map(({ title }) => title);
  return (
    <div className="p-4 sm:p-5">
      <div className="grid gap-x-8 gap-y-7 xl:grid-cols-2">
        {charts.filter(hasValues).map(({ title, format, series, sections, isFromZero, range }) => (
          <section key={title} className="min-w-0">
            <h3 className="mb-1 font-semibold">
              {title}
              {format.unit !== '' && <span className="font-normal text-muted"> ({format.unit})</span>}
            </h3>
            <Chart
              name={title}
              times={times}
              series={series}
              sections={sections}
              timeZone={timeZone}
              isByDay={isByDay}
              isFromZero={isFromZero}
              range={range}
              formatValue={format.text}
              formatAxis={format.number}
              heightPx={180}
            />
          </section>
        ))}
      </div>
      {charts.some(({ series }) => series.some(({ kind }) => kind === 'bound')) && (
        <p className="mt-5 text-muted">
          The shaded band, P10 to P90, contains 80 % of the ensemble members. Except for precipitation,
          members are shifted so that their median (P50) is the forecast value.
          {isByDay && ' Daily bands assume that each member keeps its rank all day.'}
        </p>
      )}
      {charts.some(({ sections }) => sections.length > 0) && (
        <p className="mt-5 text-muted">
          A dashed line marks where the sources change. Where several models have an hour, temperature,
          humidity, wind and pressure are their weighted mean.
        </p>
      )}
      {empty.length > 0 && <p className="mt-5 text-muted">Not available here: {empty.join(', ')}.</p>}
    </div>
  );
}

interface Panel extends NonNullable<Field['panel']> {
  fields: Field[];
}

/** Groups related fields of one unit by the panels that the API defines. */
export function panelsOf(catalogue: readonly Field[]): Panel[] {
  const panels = new Map<string, Panel>();
  for (const field of catalogue) {
    if (!field.panel) continue;
    const panel = panels.get(field.panel.title) ?? { ...field.panel, fields: [] };
    panel.fields.push(field);
    panels.set(panel.title, panel);
  }
  return [...panels.values()];
}

interface HourlyChartsProps {
  entries: HourlyEntry[];
  meta: Forecast['meta'];
  catalogue: Field[];
}

export function HourlyCharts({ entries, meta, catalogue }: HourlyChartsProps) {
  const times = useMemo(() => entries.map(({ time }) => Date.parse(time) / 1000), [entries]);
  const charts = useMemo(
    () =>
      panelsOf(withoutQuantiles(catalogue)).map(({ title, chart, min, max, fields }): MetricChart => {
        const series = fields.map(({ name, title: label }, i): Series => ({
          title: label,
          ...lookOf(i),
          kind: chart,
          values: entries.map(({ values }) => values[name] ?? null),
        }));
        return {
          title,
          isFromZero: min === 0,
          range: min === null || max === null ? undefined : [min, max],
          series: [...series, ...fields.flatMap(({ name }, i) => bandOf(name, series[i], entries))],
          sections: sectionsOf(
            meta.sources,
            fields.map(({ name }) => name),
            times,
            HOUR_SECONDS,
          ),
          format: metricFormat(fields[0], meta.units),
        };
      }),
    [entries, times, meta, catalogue],
  );
  return <MetricCharts charts={charts} times={times} timeZone={meta.timezone} />;
}

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
    ...lookOf(i),
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
