import type { Field, HourlyEntry } from '../../../api/schemas.ts';
import type { Series } from '../../../ui/chart/series.ts';
import { COLOURS } from '../charts/panels.ts';

type Look = Pick<Series, 'colour' | 'dash'>;

/** Dash patterns distinguish lines without relying on color. */
const DASHES = [undefined, [10, 4], [3, 3], [12, 3, 3, 3], [18, 5], [6, 6]];

/** The style of a line by its index. Models keep their index whichever others are shown. */
export const lookOf = (index: number): Look => ({
  colour: COLOURS[index % COLOURS.length],
  dash: DASHES[index % DASHES.length],
});

interface Compared {
  title: string;
  entries: readonly HourlyEntry[];
  look: Look;
}

/** One field of several forecasts, at the hours of the first. Null if a forecast lacks the hour or the value. */
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
      // Bars of several models would cover one another.
      kind: panel?.chart === 'marks' ? 'marks' : 'line',
      values: hours.map(({ time }) => valueAt.get(time) ?? null),
    };
  });
}
