import type { Forecast } from '../../api/schemas.ts';
import type { ChartSection } from '../../ui/chart/series.ts';
import { HOUR_SECONDS } from '../../ui/durations.ts';

export type Source = Forecast['meta']['sources'][number];

/** Whether the temperature at a time is a long-term average, as after the end of the last run. */
export const isAverageAt = ({ run, sources }: Forecast['meta'], timeMs: number): boolean =>
  run === null ||
  sources.some(
    ({ source, spans }) =>
      source === 'climatology' &&
      spans.some(
        ({ fields, from, to }) =>
          fields.includes('temperature') && Date.parse(from) <= timeMs && timeMs <= Date.parse(to),
      ),
  );

/** Fields that are means of all sources that have them, or that follow from these. */
const MEANS: ReadonlySet<string> = new Set([
  'temperature',
  'temperatureApparent',
  'dewPoint',
  'humidity',
  'windSpeed',
  'windDirection',
  'windGust',
  'pressureSurfaceLevel',
]);

const RUN_HOUR = new Intl.DateTimeFormat(undefined, {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  // Runs are named by their hour on a 24-hour clock, such as 18 UTC.
  hourCycle: 'h23',
});

/** The model's name, with the run if several runs of the model contribute. */
function sourceName({ source, run }: Source, all: readonly Source[]): string {
  const name = source.toUpperCase();
  const isAlone = all.every((other) => other.source !== source || other.run === run);
  return isAlone || run === null ? name : `${name} ${RUN_HOUR.format(new Date(run))} UTC`;
}

/**
 * Returns the sections of the times at which different sources provide some fields. Sources are listed in order of
 * preference, so the first one that has a field at an hour provides it, unless it is a mean of them.
 *
 * @param times Unix times in seconds, ascending
 * @param stepSeconds length of each time; a day may have several sources
 * @returns an empty array if the sources never change
 */
export function sectionsOf(
  sources: readonly Source[],
  fields: readonly string[],
  times: readonly number[],
  stepSeconds: number,
): ChartSection[] {
  const spans = sources.flatMap((source) =>
    source.spans.map((span) => ({
      source,
      fields: span.fields,
      from: Date.parse(span.from) / 1000,
      to: Date.parse(span.to) / 1000,
    })),
  );
  const giversOf = (name: string, seconds: number) => {
    const covering = spans.filter(
      ({ fields: given, from, to }) => given.includes(name) && from <= seconds && seconds <= to,
    );
    return MEANS.has(name) ? covering : covering.slice(0, 1);
  };
  const sections: ChartSection[] = [];
  for (const time of times) {
    const hours = Array.from({ length: stepSeconds / HOUR_SECONDS }, (_, i) => time + i * HOUR_SECONDS);
    const found = new Set(hours.flatMap((hour) => fields.flatMap((field) => giversOf(field, hour))));
    const givers = spans.filter((span) => found.has(span));
    if (givers.length === 0) continue;
    const title = listed(givers.map(({ source }) => sourceName(source, sources)));
    if (title === sections.at(-1)?.title) continue;
    const shortTitle = listed(givers.map(({ source }) => source.source.toUpperCase()));
    sections.push({ title, shortTitle, from: time });
  }
  return sections.length > 1 ? sections : [];
}

const listed = (names: string[]) => [...new Set(names)].join(', ');
