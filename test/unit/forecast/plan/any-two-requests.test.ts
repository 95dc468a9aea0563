import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OWN_CATALOGUE } from '../../../support/own-catalogue.js';
import { generator } from '../../../support/random.js';
import { BlendedForecasts, type PublishedRun } from '../blend/blended-forecasts.js';
import { GFS, IFS } from '../blend/two-models.js';
import { entriesOf } from '../synthetic-forecasts.js';

describe('any two requests that share an hour', () => {
  /** Two models whose runs overlap in part, a gap, terrains that differ, and a region’s border. */
  const ifs = (beginsAt: number, lastStep: number, rest: Partial<PublishedRun> = {}): PublishedRun => ({
    ...{ model: 'ifs', terrain: 200, beginsAt, lastStep, ...rest },
    values: { ...IFS, temperature2m: (hour) => 280 + 0.3 * hour + beginsAt / 5, precipitation: () => 1 },
  });
  const gfs = (beginsAt: number, lastStep: number): PublishedRun => ({
    ...{ model: 'gfs', terrain: 700, beginsAt, lastStep },
    values: { ...GFS, temperature2m: (hour) => 292 - 0.2 * hour + beginsAt / 5 },
  });
  const regional = (beginsAt: number, lastStep: number): PublishedRun => ({
    ...{ model: 'regional', terrain: 1200, beginsAt, lastStep },
    values: { ...IFS, temperature2m: (hour) => 275 + 0.1 * hour + beginsAt / 5, windGust: () => 20 },
  });
  const RUNS = [
    regional(-12, 18),
    regional(-6, 18),
    ifs(-12, 48),
    ifs(-6, 48),
    ifs(0, 8, { isPart: true }),
    gfs(-30, 12),
    gfs(-6, 72),
  ];
  /** Before any run is late, and when IFS and the regional model are. */
  const TIMES = ['2026-11-20T17:40:00Z', '2026-11-21T13:40:00Z'];
  const PLACES = ['50', '80', '99.9', '-10'];
  /** The hours after noon that the runs of a model have. */
  const SOURCES: [source: string, first: number, last: number][] = [
    ['auto', -40, 89],
    ['ifs', -12, 42],
    ['gfs', -30, 66],
  ];
  let forecasts: BlendedForecasts;

  beforeAll(async () => {
    forecasts = await BlendedForecasts.create(RUNS, ['regional', 'ifs', 'gfs']);
  });
  afterAll(() => forecasts.close());

  it.each(TIMES.flatMap((now) => SOURCES.map((source) => [now, ...source] as const)))(
    'agree on it at %s: %s',
    (time, source, first, last) => {
      const random = generator(7);
      for (const lon of PLACES) {
        const ask = (from: number, to: number) =>
          forecasts.ask(from, to, { lat: '0', lon, source }, new Date(time));
        const all = ask(first, last + 1);
        expect(entriesOf(all)).toHaveLength(last + 1 - first);
        for (let i = 0; i < 15; i++) {
          const from = first + Math.floor((last + 1 - first) * random());
          const to = Math.min(last + 1, from + 1 + Math.floor(12 * random()));
          // No request begins in the gap, which no run covers.
          if (source === 'gfs' && from > -19 && to <= -6) continue;
          const answer = ask(from, to);
          expect(entriesOf(answer)).toEqual(entriesOf(all).slice(from - first, to - first));
          expect(answer.meta.elevation).toBe(all.meta.elevation);
        }
      }
    },
  );

  it('agree on it in every field', () => {
    const fields = OWN_CATALOGUE.names.join();
    const all = entriesOf(forecasts.ask(-14, 70, { fields }));
    for (let from = -14; from < 70; from += 5) {
      const [entry] = entriesOf(forecasts.ask(from, from + 1, { fields }));
      expect(entry).toEqual(all[from + 14]);
    }
  });

  it.each([
    ['daily', -36, 24],
    ['minutely', 2, 1],
  ] as const)('agree on it in the %s timeline', (timelines, first, span) => {
    const all = entriesOf(forecasts.ask(first, first + 4 * span, { timelines }), timelines);
    const part = entriesOf(forecasts.ask(first + span, first + 3 * span, { timelines }), timelines);
    expect(part).toEqual(all.slice(all.length / 4, (3 * all.length) / 4));
  });
});
