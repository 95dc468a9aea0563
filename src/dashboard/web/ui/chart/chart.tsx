import { useMemo, useState } from 'react';
import { classNames } from '../class-names.ts';
import { HOUR_SECONDS } from '../durations.ts';
import { Plot } from './plot.tsx';
import { type ChartColour, type ChartSection, sectionAt, type Series, stack } from './series.ts';
import { type TimeLabels, timeLabels } from './time-labels.ts';

interface ChartProps {
  /** Accessible name of the drawing and its table. */
  name: string;
  /** Unix times in seconds, evenly spaced if there are bars. */
  times: number[];
  series: Series[];
  /** The sections of different sources; empty if the source never changes. */
  sections?: ChartSection[];
  timeZone: string;
  /** For what isn't a time: how to write the seconds, and what they are. */
  labels?: TimeLabels & { title: string };
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
  labels: ownLabels,
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
  const labels = useMemo(() => ownLabels ?? timeLabels(timeZone, isByDay), [ownLabels, timeZone, isByDay]);
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
        timeTitle={ownLabels?.title}
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

const SWATCHES: Record<ChartColour, string> = {
  'chart-1': 'bg-chart-1',
  'chart-2': 'bg-chart-2',
  'chart-3': 'bg-chart-3',
  'chart-4': 'bg-chart-4',
  'chart-5': 'bg-chart-5',
  'chart-6': 'bg-chart-6',
  'chart-rest': 'bg-chart-rest',
};

const DASHED_PX = 32;

export function Swatch({ colour }: { colour: ChartColour }) {
  return (
    <span aria-hidden className={classNames('inline-block size-2.5 shrink-0 rounded-xs', SWATCHES[colour])} />
  );
}

function SeriesSwatch({ series: { colour, kind, dash } }: { series: Series }) {
  if (kind === 'bound') return <BoundSwatch colour={colour} />;
  if (dash === undefined) return <Swatch colour={colour} />;
  return (
    <svg aria-hidden width={DASHED_PX} height={10} className="shrink-0">
      <path
        d={`M0 5h${DASHED_PX}`}
        stroke={`var(--color-${colour})`}
        strokeWidth={2}
        strokeDasharray={dash.join()}
      />
    </svg>
  );
}

/** The band's fill and edge, as drawn in the chart. */
function BoundSwatch({ colour }: { colour: ChartColour }) {
  return (
    <svg aria-hidden width={10} height={10} className="shrink-0">
      <rect
        x={0.5}
        y={0.5}
        width={9}
        height={9}
        fill={`var(--color-${colour})`}
        fillOpacity={0.2}
        stroke={`var(--color-${colour})`}
        strokeOpacity={0.5}
      />
    </svg>
  );
}

interface ChartLegendProps {
  series: Series[];
  /** The time at the cursor. */
  time?: string;
  valueOf: (series: Series) => string | undefined;
  /** The longest text that `valueOf` can give. */
  widestOf: (series: Series) => string;
}

/** The series' colors and their values at the cursor. Space for the values is reserved, so that nothing moves. */
function ChartLegend({ series, time, valueOf, widestOf }: ChartLegendProps) {
  return (
    <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-[0.8125rem]">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {itemsOf(series).map(({ title, parts }) => (
          <li key={title} className="inline-flex items-center gap-1.5">
            <SeriesSwatch series={parts[0]} />
            <span className="text-muted">{title}</span>
            <span className="inline-grid font-medium whitespace-nowrap tabular-nums *:col-start-1 *:row-start-1">
              <span aria-hidden className="invisible">
                {parts.map(widestOf).join(' – ')}
              </span>
              <span>{valueOf(parts[0]) !== undefined && parts.map(valueOf).join(' – ')}</span>
            </span>
          </li>
        ))}
      </ul>
      <span className="ml-auto w-44 text-right whitespace-nowrap text-muted tabular-nums">
        {time ?? <>&nbsp;</>}
      </span>
    </figcaption>
  );
}

interface LegendItem {
  title: string;
  parts: Series[];
}

/** One item per series, and one for both edges of a band. */
function itemsOf(series: Series[]): LegendItem[] {
  return series
    .filter(({ title }) => series.every(({ upTo }) => upTo !== title))
    .map((one) => ({
      title: one.bandTitle ?? one.title,
      parts: [one, ...series.filter(({ title }) => title === one.upTo)],
    }));
}

interface ChartTableProps {
  name: string;
  times: number[];
  series: Series[];
  timeTitle?: string;
  timeOf: (seconds: number) => string;
  textOf: (value: number | null) => string;
  /** The source of a time's values, for charts with several sources. */
  sourceOf?: (seconds: number) => string | undefined;
}

/** The chart's values as a table, newest last. It is rendered only once it is opened. */
function ChartTable({ name, times, series, timeTitle = 'Time', timeOf, textOf, sourceOf }: ChartTableProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)} className="text-[0.8125rem]">
      <summary className="w-fit rounded text-muted select-none hover:text-text">Show as table</summary>
      {isOpen && (
        <div
          tabIndex={0}
          role="region"
          aria-label={`${name} as table`}
          className="relative mt-2 max-h-72 overflow-auto rounded-md border border-line"
        >
          <table className="w-full text-left tabular-nums">
            <caption className="sr-only">{name}</caption>
            <thead className="sticky top-0 bg-sunken">
              <tr>
                <th scope="col" className="px-3 py-1.5 font-medium whitespace-nowrap">
                  {timeTitle}
                </th>
                {series.map(({ title }) => (
                  <th key={title} scope="col" className="px-3 py-1.5 text-right font-medium">
                    {title}
                  </th>
                ))}
                {sourceOf !== undefined && (
                  <th scope="col" className="px-3 py-1.5 font-medium">
                    Source
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {times.map((seconds, i) => (
                <tr key={seconds} className="border-t border-line">
                  <th scope="row" className="px-3 py-1 font-normal whitespace-nowrap text-muted">
                    {timeOf(seconds)}
                  </th>
                  {series.map(({ title, values }) => (
                    <td key={title} className="px-3 py-1 text-right whitespace-nowrap">
                      {textOf(values[i])}
                    </td>
                  ))}
                  {sourceOf !== undefined && (
                    <td className="px-3 py-1 whitespace-nowrap text-muted">{sourceOf(seconds) ?? '–'}</td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
