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

export function Swatch({ colour }: { colour: ChartColour }) {
  return (
    <span aria-hidden className={classNames('inline-block size-2.5 shrink-0 rounded-xs', SWATCHES[colour])} />
  );
}

interface ChartLegendProps {
  series: Series[];
  /** Where the cursor is. */
  time?: string;
  valueOf: (series: Series) => string | undefined;
}

/** What the colours mean, and what the cursor points at. The row keeps its height when there is no cursor. */
export function ChartLegend({ series, time, valueOf }: ChartLegendProps) {
  return (
    <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-[0.8125rem]">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {series.map((one) => (
          <li key={one.title} className="inline-flex items-center gap-1.5">
            <Swatch colour={one.colour} />
            <span className="text-muted">{one.title}</span>
            {time !== undefined && <span className="font-medium tabular-nums">{valueOf(one)}</span>}
          </li>
        ))}
      </ul>
      <span className="text-muted tabular-nums">{time ?? <>&nbsp;</>}</span>
    </figcaption>
  );
}
