import { Chart } from '../../ui/chart/chart.tsx';
import type { Series } from '../../ui/chart/series.ts';
import type { MetricFormat } from './metric-format.ts';

interface MetricChartProps {
  title: string;
  format: MetricFormat;
  times: number[];
  series: Series[];
  timeZone: string;
  isByDay?: boolean;
  isFromZero?: boolean;
  range?: [number, number];
}

/** A chart under its heading; a word instead where the source has no value at all. */
export function MetricChart({ title, format, ...chart }: MetricChartProps) {
  const isEmpty = chart.series.every(({ values }) => values.every((value) => value === null));
  return (
    <section className="min-w-0">
      <h3 className="mb-1 font-semibold">
        {title}
        {format.unit !== '' && <span className="font-normal text-muted"> ({format.unit})</span>}
      </h3>
      {isEmpty ? (
        <p className="rounded-md bg-sunken px-4 py-6 text-center text-muted">
          The source has no values here: see the warnings.
        </p>
      ) : (
        <Chart {...chart} name={title} formatValue={format.text} formatAxis={format.number} heightPx={180} />
      )}
    </section>
  );
}

/** The charts of a tab beside one another. */
export const CHART_GRID = 'grid gap-x-8 gap-y-7 p-4 sm:p-5 xl:grid-cols-2';
