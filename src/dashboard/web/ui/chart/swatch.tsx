import { type ChartColour, dashOf, type Series, SHAPES } from './series.ts';

const LINE_PX = 32;
const HEIGHT_PX = 10;
const colourOf = (colour: ChartColour) => `var(--color-${colour})`;

/** A bar of this color with its pattern. */
export function Swatch({ colour }: { colour: ChartColour }) {
  return (
    <svg aria-hidden width={12} height={12} viewBox="0 0 8 8" className="shrink-0 overflow-hidden rounded-xs">
      <rect width={8} height={8} fill={colourOf(colour)} />
      <path d={SHAPES[colour].pattern} className="fill-none stroke-surface" strokeWidth={1.25} />
    </svg>
  );
}

/** How a series looks in its chart. */
export function SeriesSwatch({ series }: { series: Pick<Series, 'colour' | 'kind' | 'dash'> }) {
  const { colour, kind } = series;
  if (kind === 'bars') return <Swatch colour={colour} />;
  if (kind === 'bound') return <BoundSwatch colour={colour} />;
  const width = kind === 'marks' ? HEIGHT_PX : LINE_PX;
  const middle = HEIGHT_PX / 2;
  return (
    <svg aria-hidden width={width} height={HEIGHT_PX} className="shrink-0">
      {kind !== 'marks' && (
        <path
          d={`M0 ${middle}h${width}`}
          stroke={colourOf(colour)}
          strokeWidth={2}
          strokeDasharray={dashOf(series)?.join()}
        />
      )}
      {kind !== 'line' && (
        <path
          d={SHAPES[colour].mark}
          fill={colourOf(colour)}
          transform={`translate(${width / 2} ${middle})`}
        />
      )}
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
        fill={colourOf(colour)}
        fillOpacity={0.2}
        stroke={colourOf(colour)}
        strokeOpacity={0.5}
      />
    </svg>
  );
}
