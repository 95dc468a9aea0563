import { useMemo, useState } from 'react';
import { HOUR_SECONDS } from '../durations.ts';
import { ChartLegend } from './chart-legend.tsx';
import { ChartTable } from './chart-table.tsx';
import { Plot } from './plot.tsx';
import { type ChartSection, sectionAt } from './sections.ts';
import { type Series, stack } from './series.ts';
import { timeLabels } from './time-labels.ts';

interface ChartProps {
  /** Accessible name of the drawing and its table. */
  name: string;
  /** Unix times in seconds, evenly spaced. */
  times: number[];
  series: Series[];
  /** The sections of different sources; empty if the source never changes. */
  sections?: ChartSection[];
  timeZone: string;
  /** Formats a value with its unit. */
  formatValue: (value: number) => string;
  /** Formats a value along the axis, usually without the unit; defaults to `formatValue`. */
  formatAxis?: (value: number) => string;
  isStacked?: boolean;
  isFromZero?: boolean;
  isByDay?: boolean;
  range?: [number, number];
  heightPx?: number;
}

const NO_SECTIONS: ChartSection[] = [];
const HEIGHT_PX = 220;

/** A legend with the values at the cursor, the drawing, and the same values as a table. */
export function Chart({
  name,
  times,
  series,
  sections = NO_SECTIONS,
  timeZone,
  formatValue,
  formatAxis = formatValue,
  isStacked = false,
  isFromZero = isStacked,
  isByDay = false,
  range,
  heightPx = HEIGHT_PX,
}: ChartProps) {
  const [cursor, setCursor] = useState<number | null>(null);
  const index = cursor !== null && cursor < times.length ? cursor : null;
  const labels = useMemo(() => timeLabels(timeZone, isByDay), [timeZone, isByDay]);
  const look = useMemo(
    () => ({
      series: isStacked ? stack(series) : series,
      sections,
      timeZone,
      labels,
      formatValue: formatAxis,
      range,
      stepSeconds: times.length > 1 ? times[1] - times[0] : HOUR_SECONDS,
      isFromZero,
      isByDay,
    }),
    [series, sections, timeZone, labels, times, isStacked, isFromZero, isByDay],
  );
  const widest = useMemo(
    () => new Map(series.map(({ title, values }) => [title, longest(values, formatValue)])),
    [series, formatValue],
  );
  const textOf = (value: number | null) => (value === null ? '–' : formatValue(value));
  const sourceOf = (seconds: number) => sectionAt(sections, seconds)?.title;
  const describe = (at: number) =>
    [
      labels.full(times[at]),
      ...series.map(({ title, values }) => `${title} ${textOf(values[at])}`),
      ...(sections.length > 0 ? [`source ${sourceOf(times[at]) ?? 'none'}`] : []),
    ].join(', ');
  return (
    <figure className="min-w-0 space-y-2">
      <ChartLegend
        series={series}
        time={index === null ? undefined : labels.full(times[index])}
        valueOf={({ values }) => (index === null ? undefined : textOf(values[index]))}
        widestOf={({ title }) => widest.get(title)!}
      />
      <Plot
        name={name}
        look={look}
        times={times}
        heightPx={heightPx}
        index={index}
        onIndex={setCursor}
        describe={describe}
      />
      <ChartTable
        name={name}
        times={times}
        series={series}
        timeOf={labels.full}
        textOf={textOf}
        sourceOf={sections.length > 0 ? sourceOf : undefined}
      />
    </figure>
  );
}

function longest(values: (number | null)[], textOf: (value: number) => string): string {
  const texts = values.map((value) => (value === null ? '–' : textOf(value)));
  return texts.reduce((widest, text) => (text.length > widest.length ? text : widest), '–');
}
