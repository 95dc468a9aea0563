import type { Field } from '../../../api/schemas.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import type { ChartColour, ChartSection, Series } from '../../../ui/chart/series.ts';
import type { MetricFormat } from './metric-format.ts';

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

export const COLOURS: ChartColour[] = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6'];
