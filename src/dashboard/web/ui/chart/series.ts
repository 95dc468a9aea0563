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
  /** Lengths of dashes and gaps in pixels; those of the color by default. */
  dash?: number[];
  /** One value per time; null if there is none. */
  values: (number | null)[];
}

interface Shape {
  /** Lengths of dashes and gaps in pixels; solid if there are none. */
  dash?: number[];
  /** SVG path of what is cut out of a bar, on a tile of 8 × 8 pixels. */
  pattern: string;
  /** SVG path of a point, within 4 pixels around 0. */
  mark: string;
}

const RISING = 'M-2 2L2-2M0 8L8 0M6 10L10 6';
const FALLING = 'M-2 6L2 10M0 0L8 8M6-2L10 2';

/** What sets each color's series apart without the color. */
export const SHAPES: Record<ChartColour, Shape> = {
  'chart-1': { pattern: '', mark: 'M3 0A3 3 0 1 1-3 0A3 3 0 1 1 3 0Z' },
  'chart-2': { dash: [10, 4], pattern: RISING, mark: 'M-2.7-2.7H2.7V2.7H-2.7Z' },
  'chart-3': { dash: [3, 3], pattern: 'M0 2H8M0 6H8', mark: 'M0-3.6L3.4 2.5H-3.4Z' },
  'chart-4': { dash: [12, 3, 3, 3], pattern: 'M1 2H3M5 6H7', mark: 'M0-3.8L3.8 0L0 3.8L-3.8 0Z' },
  'chart-5': { dash: [18, 5], pattern: 'M2 0V8M6 0V8', mark: 'M0 3.6L-3.4-2.5H3.4Z' },
  'chart-6': { dash: [6, 6], pattern: RISING + FALLING, mark: 'M-1-3.5H1V-1H3.5V1H1V3.5H-1V1H-3.5V-1H-1Z' },
  'chart-rest': { dash: [2, 5], pattern: FALLING, mark: 'M-3.6-1H3.6V1H-3.6Z' },
};

export const COLOURS: ChartColour[] = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6'];

export const dashOf = ({ colour, dash }: Pick<Series, 'colour' | 'dash'>): number[] | undefined =>
  dash ?? SHAPES[colour].dash;

/** The style of a line by its index. The colors come again with other dashes; an empty list is a solid line. */
export const lookOf = (index: number): Pick<Series, 'colour' | 'dash'> => {
  const dashed = COLOURS[(index + Math.floor(index / COLOURS.length)) % COLOURS.length];
  return { colour: COLOURS[index % COLOURS.length], dash: SHAPES[dashed].dash ?? [] };
};

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
