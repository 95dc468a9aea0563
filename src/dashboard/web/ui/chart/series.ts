/** One of the colours in `styles.css`, in which each scheme has a value of its own. */
export type ChartColour =
  'chart-1' | 'chart-2' | 'chart-3' | 'chart-4' | 'chart-5' | 'chart-6' | 'chart-rest';

export interface Series {
  title: string;
  colour: ChartColour;
  /** `dots` are joined by a line, `marks` are not: 359° and 1° are neighbours. A `bound` is the edge of a shaded band. */
  kind: 'line' | 'dots' | 'marks' | 'bars' | 'bound';
  /** Of the lower edge of a band: the title of the upper one, and what the legend calls both. */
  upTo?: string;
  bandTitle?: string;
  /** Lengths of strokes and gaps, in pixels; a whole line without. */
  dash?: number[];
  /** One for each time; null where there is none. */
  values: (number | null)[];
}

/** Each bar stands on the ones before it: from the top of the stack to its bottom, in the order of drawing. */
export function stack(series: Series[]): Series[] {
  let below: number[] = [];
  return series
    .map((one) => {
      below = one.values.map((value, i) => (below[i] ?? 0) + (value ?? 0));
      return { ...one, values: below };
    })
    .reverse();
}
