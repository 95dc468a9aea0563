import type { Field, HourlyEntry } from '../../../api/schemas.ts';
import type { Series } from '../../../ui/chart/series.ts';
import { COLOURS } from '../charts/panels.ts';

type Look = Pick<Series, 'colour' | 'dash'>;

/** Lines are told apart without their colours, too. */
const DASHES = [undefined, [10, 4], [3, 3], [12, 3, 3, 3], [18, 5], [6, 6]];

/** The look of a line by its number, which stays with a model whichever others are drawn. */
export const lookOf = (index: number): Look => ({
  colour: COLOURS[index % COLOURS.length],
  dash: DASHES[index % DASHES.length],
});

interface Compared {
  title: string;
  entries: readonly HourlyEntry[];
  look: Look;
}

/** One metric of several answers, at the hours of the first: null where an answer has none, or ends before. */
export function comparedSeries(
  { name, panel }: Field,
  hours: readonly HourlyEntry[],
  compared: readonly Compared[],
): Series[] {
  return compared.map(({ title, entries, look }) => {
    const valueAt = new Map(entries.map(({ time, values }) => [time, values[name] ?? null]));
    return {
      title,
      ...look,
      // Bars of several models would hide one another.
      kind: panel?.chart === 'marks' ? 'marks' : 'line',
      values: hours.map(({ time }) => valueAt.get(time) ?? null),
    };
  });
}
