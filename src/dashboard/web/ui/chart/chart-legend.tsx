import { classNames } from '../class-names.ts';
import type { ChartColour, Series } from './series.ts';

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
        stroke={`var(--${colour})`}
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
        fill={`var(--${colour})`}
        fillOpacity={0.2}
        stroke={`var(--${colour})`}
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
export function ChartLegend({ series, time, valueOf, widestOf }: ChartLegendProps) {
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
