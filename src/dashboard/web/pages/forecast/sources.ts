import type { Forecast } from '../../api/schemas.ts';
import type { ChartSection } from '../../ui/chart/sections.ts';

export type Source = Forecast['meta']['sources'][number];

const HOUR_SECONDS = 3600;

const RUN_HOUR = new Intl.DateTimeFormat(undefined, {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  // A run is known by its hour, as 18 UTC.
  hourCycle: 'h23',
});

/** The model; with its run where another run of the same model takes part. */
export function sourceName({ source, run }: Source, all: readonly Source[]): string {
  const name = source.toUpperCase();
  const isAlone = all.every((other) => other.source !== source || other.run === run);
  return isAlone || run === null ? name : `${name} ${RUN_HOUR.format(new Date(run))} UTC`;
}

/**
 * Which source gives the values of some metrics, from one hand-over to the next. Sources stand in order of preference, so
 * the first one that has an hour gives it.
 *
 * @param times Unix time in seconds, ascending
 * @param stepSeconds of each time: a day may have several sources
 * @returns nothing where there is no hand-over
 */
export function sectionsOf(
  sources: readonly Source[],
  fields: readonly string[],
  times: readonly number[],
  stepSeconds: number,
): ChartSection[] {
  const giving = sources
    .filter((source) => source.fields.some((field) => fields.includes(field)))
    .map((source) => ({
      source,
      name: sourceName(source, sources),
      from: Date.parse(source.from) / 1000,
      to: Date.parse(source.to) / 1000,
    }));
  const at = (seconds: number) => giving.find(({ from, to }) => from <= seconds && seconds <= to);
  const sections: ChartSection[] = [];
  let before: ReturnType<typeof at>;
  for (const time of times) {
    const hours = Array.from({ length: stepSeconds / HOUR_SECONDS }, (_, i) => at(time + i * HOUR_SECONDS));
    const found = hours.filter((one) => one !== undefined);
    if (found.length === 0) continue;
    const [first] = found;
    const listed = (names: string[]) => [...new Set(names)].join(', ');
    const title = listed(found.map(({ name }) => name));
    if (title !== sections.at(-1)?.title) {
      // What a model gives before it takes over is mixed into the one before; runs of one model follow one another.
      const isMixed =
        before?.source.source !== first.source.source && first.from > times[0] && first.from < time;
      const shortTitle = listed(found.map(({ source }) => source.source.toUpperCase()));
      sections.push({ title, shortTitle, from: time, ...(isMixed && { fadesFrom: first.from }) });
    }
    before = found.at(-1);
  }
  return sections.length > 1 ? sections : [];
}
