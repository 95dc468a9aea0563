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
