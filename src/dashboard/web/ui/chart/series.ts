/** One of the colors in `styles.css`, which differ between the light and the dark theme. */
export type ChartColour =
  'chart-1' | 'chart-2' | 'chart-3' | 'chart-4' | 'chart-5' | 'chart-6' | 'chart-rest';

export interface Series {
  title: string;
  colour: ChartColour;
  /** `dots` are joined by a line, `marks` aren't: 359° and 1° are neighbors. A `bound` is the edge of a shaded band. */
  kind: 'line' | 'dots' | 'marks' | 'bars' | 'bound';
  /** On the lower edge of a band: the title of the upper edge, and the legend's title for the band. */
  upTo?: string;
  bandTitle?: string;
  /** Lengths of dashes and gaps in pixels; solid by default. */
  dash?: number[];
  /** One value per time; null if there is none. */
  values: (number | null)[];
}

export const COLOURS: ChartColour[] = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6'];

/** Dash patterns distinguish lines without relying on color. */
const DASHES = [undefined, [10, 4], [3, 3], [12, 3, 3, 3], [18, 5], [6, 6]];

/** The style of a line by its index. The colors come again with other dashes. */
export const lookOf = (index: number): Pick<Series, 'colour' | 'dash'> => ({
  colour: COLOURS[index % COLOURS.length],
  dash: DASHES[(index + Math.floor(index / COLOURS.length)) % DASHES.length],
});

/** Stacks each series on the ones before it. Returns them from top to bottom, which is the drawing order. */
export function stack(series: Series[]): Series[] {
  let below: number[] = [];
  return series
    .map((one) => {
      below = one.values.map((value, i) => (below[i] ?? 0) + (value ?? 0));
      return { ...one, values: below };
    })
    .reverse();
}

/** A stretch of a chart whose values come from the same sources. */
export interface ChartSection {
  /** The sources of the values. */
  title: string;
  /** Used if there is no room for the title. */
  shortTitle: string;
  /** Unix time in seconds of the first value. */
  from: number;
}

export function sectionAt(sections: ChartSection[], seconds: number): ChartSection | undefined {
  return sections.findLast(({ from }) => from <= seconds);
}
