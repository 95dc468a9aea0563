/** A stretch of a chart whose values come from one source; the next one begins where another takes over. */
export interface ChartSection {
  /** What its values come from. */
  title: string;
  /** Where there is no room for the title. */
  shortTitle: string;
  /** Unix time in seconds of its first value. */
  from: number;
  /** Where its source begins to be mixed into the one before. */
  fadesFrom?: number;
}

export function sectionAt(sections: ChartSection[], seconds: number): ChartSection | undefined {
  return sections.findLast(({ from }) => from <= seconds);
}
