import { useMemo, useState } from 'react';
import { Button } from '../button.tsx';
import { HOUR_SECONDS } from '../durations.ts';
import { Plot, type Zoom } from './plot.tsx';
import { type ChartSection, sectionAt, type Series, stack } from './series.ts';
import { SeriesSwatch } from './swatch.tsx';
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

/** A legend that shows the values at the cursor and hides series, the drawing, and all values as a table. */
export function Chart({
  name,
  times: allTimes,
  series: allSeries,
  sections: allSections = NO_SECTIONS,
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
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [zoom, setZoom] = useState<Zoom | null>(null);
  const { times, series, sections } = useMemo(
    () =>
      partOf(
        allTimes,
        allSeries.filter(({ title }) => !hidden.includes(title)),
        allSections,
        zoom,
      ),
    [allTimes, allSeries, allSections, hidden, zoom],
  );
  const isZoomed = times !== allTimes;
  const index = cursor !== null && cursor < times.length ? cursor : null;
  const zoomTo = (wanted: Zoom | null) => {
    setCursor(null);
    setZoom(wanted);
  };
  const labels = useMemo(() => ownLabels ?? timeLabels(timeZone, isByDay), [ownLabels, timeZone, isByDay]);
  const look = useMemo(
    () => ({
      series: isStacked ? stack(series) : series,
      sections,
      timeZone,
      labels,
      formatValue: formatAxis,
      range,
      stepSeconds: allTimes.length > 1 ? allTimes[1] - allTimes[0] : HOUR_SECONDS,
      isFromZero,
      isByDay,
    }),
    [series, sections, timeZone, labels, allTimes, isStacked, isFromZero, isByDay],
  );
  const widest = useMemo(
    () => new Map(allSeries.map(({ title, values }) => [title, longest(values, formatValue)])),
    [allSeries, formatValue],
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
        series={allSeries}
        hidden={hidden}
        onToggle={(titles) =>
          setHidden((before) =>
            before.includes(titles[0])
              ? before.filter((title) => !titles.includes(title))
              : [...before, ...titles],
          )
        }
        time={index === null ? undefined : labels.full(times[index])}
        valueOf={({ title }) =>
          index === null
            ? undefined
            : textOf(series.find((one) => one.title === title)?.values[index] ?? null)
        }
        widestOf={({ title }) => widest.get(title)!}
      />
      <div className="relative">
        <Plot
          name={name}
          look={look}
          times={times}
          heightPx={heightPx}
          index={index}
          onIndex={setCursor}
          isZoomed={isZoomed}
          onZoom={zoomTo}
          describe={describe}
        />
        {isZoomed && (
          <div className="absolute top-7 right-1">
            <Button
              isSmall
              onClick={({ currentTarget }) => {
                currentTarget.closest('figure')!.querySelector<HTMLElement>('[role=slider]')!.focus();
                zoomTo(null);
              }}
            >
              Reset zoom
            </Button>
          </div>
        )}
      </div>
      <ChartTable
        name={name}
        times={allTimes}
        series={allSeries}
        timeTitle={ownLabels?.title}
        timeOf={labels.full}
        textOf={textOf}
        sourceOf={allSections.length > 0 ? (seconds) => sectionAt(allSections, seconds)?.title : undefined}
      />
    </figure>
  );
}

/** The values between two times, and the sections that they belong to. */
function partOf(times: number[], series: Series[], sections: ChartSection[], zoom: Zoom | null) {
  if (zoom === null) return { times, series, sections };
  const from = times.findIndex((seconds) => seconds >= zoom.from);
  const end = times.findLastIndex((seconds) => seconds <= zoom.to) + 1;
  // A chart that has moved on shows everything again.
  if (from < 0 || end - from < 2) return { times, series, sections };
  return {
    times: times.slice(from, end),
    series: series.map((one) => ({ ...one, values: one.values.slice(from, end) })),
    sections: sections.filter((_, i) => (sections.at(i + 1)?.from ?? Infinity) > times[from]),
  };
}

function longest(values: (number | null)[], textOf: (value: number) => string): string {
  const texts = values.map((value) => (value === null ? '–' : textOf(value)));
  return texts.reduce((widest, text) => (text.length > widest.length ? text : widest), '–');
}

interface ChartLegendProps {
  series: Series[];
  /** The titles of hidden series. */
  hidden: readonly string[];
  onToggle: (titles: string[]) => void;
  /** The time at the cursor. */
  time?: string;
  valueOf: (series: Series) => string | undefined;
  /** The longest text that `valueOf` can give. */
  widestOf: (series: Series) => string;
}

/** Buttons that hide series, with the values at the cursor. Space for the values is reserved, so that nothing moves. */
function ChartLegend({ series, hidden, onToggle, time, valueOf, widestOf }: ChartLegendProps) {
  return (
    <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-[0.8125rem]">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {itemsOf(series).map(({ title, parts }) => (
          <li key={title}>
            <button
              type="button"
              aria-pressed={!hidden.includes(parts[0].title)}
              title="Show or hide"
              onClick={() => onToggle(parts.map((part) => part.title))}
              className="group inline-flex min-h-6 items-center gap-1.5 rounded hover:bg-sunken"
            >
              <span className="inline-flex group-aria-[pressed=false]:opacity-30">
                <SeriesSwatch series={parts[0]} />
              </span>
              <span className="text-muted group-aria-[pressed=false]:line-through">{title}</span>
              <span className="inline-grid font-medium whitespace-nowrap tabular-nums *:col-start-1 *:row-start-1">
                <span aria-hidden className="invisible">
                  {parts.map(widestOf).join(' – ')}
                </span>
                <span>{valueOf(parts[0]) !== undefined && parts.map(valueOf).join(' – ')}</span>
              </span>
            </button>
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
