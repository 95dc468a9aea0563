import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ForecastDto } from '../../../../src/forecast/answer/forecast-response.dto.js';
import { BlendedForecasts, type PublishedRun } from '../blend/blended-forecasts.js';
import { at } from '../blend/two-models.js';
import { entriesOf, valuesOf } from '../synthetic-forecasts.js';

/** A run whose values name the hours after noon at which it begins: added to 300 DU, and a tenth of them to 7 °C. */
const named = (beginsAt: number, changes: Partial<PublishedRun> = {}): PublishedRun => ({
  model: 'ifs',
  beginsAt,
  lastStep: 24,
  values: {
    temperature2m: () => 280.15 + beginsAt / 10,
    totalOzone: () => 300 + beginsAt,
    precipitation: () => 1,
  },
  ...changes,
});
/** Runs 12 and 6 hours before noon and at noon, and one whose hours don't reach them. */
const RUNS = [named(-60, { lastStep: 12 }), named(-12), named(-6), named(0)];
const FIELDS = 'temperature,ozone,precipitationIntensity';

/** The beginning of the newest run that has an hour, in hours after noon; at its last hour, a run has no amounts. */
function newestWith(hour: number): number | undefined {
  const withAmounts = [0, -6, -12, -60].find((begins) => begins <= hour && hour < begins + lengthOf(begins));
  return withAmounts ?? [0, -6, -12, -60].find((begins) => hour === begins + lengthOf(begins));
}
const lengthOf = (begins: number) => (begins === -60 ? 12 : 24);

describe('overlapping runs of a model', () => {
  let forecasts: BlendedForecasts;

  beforeAll(async () => {
    forecasts = await BlendedForecasts.create(RUNS, ['ifs']);
  });
  afterAll(() => forecasts.close());

  const warningOf = ({ meta }: ForecastDto, code: string) =>
    meta.warnings.find((warning) => warning.code === code)?.detail;

  it.each([
    ['auto', -64, 28],
    ['auto', -13, 4],
    ['auto', -1, 30],
    ['auto', 3, 9],
    ['ifs', -64, 28],
    ['ifs', -13, 4],
  ])('give %s each hour from the newest one that has it, asked from %i', (source, from, to) => {
    const answer = forecasts.ask(from, to, { source, fields: FIELDS });
    const last = source === 'auto' ? to - 1 : Math.min(to - 1, 24);
    const hours = Array.from({ length: last - from + 1 }, (_, i) => from + i);
    expect(entriesOf(answer).map(({ time }) => time)).toEqual(hours.map(at));
    const averages = entriesOf(forecasts.ask(-64, 30, { source: 'climatology', fields: FIELDS }));
    expect(valuesOf(answer, 'ozone')).toEqual(
      hours.map((hour) => {
        const begins = newestWith(hour);
        if (begins !== undefined) return 300 + begins;
        return source === 'auto' ? averages[hour + 64].values.ozone : null;
      }),
    );
    expect(valuesOf(answer, 'precipitationIntensity')).toEqual(
      hours.map((hour) => (newestWith(hour) === undefined || hour === 24 || hour === -48 ? null : 1)),
    );
  });

  it('leave to climatology the hours that none has, which a warning and a source name', () => {
    const answer = forecasts.ask(-64, 28, { fields: FIELDS });
    const climatology = forecasts.ask(-64, 28, { fields: FIELDS, source: 'climatology' });
    const temperatures = valuesOf(answer, 'temperature');
    valuesOf(climatology, 'temperature').forEach((value, i) => {
      const begins = newestWith(i - 64);
      const expected = begins === undefined ? value : Math.round(70 + begins) / 10;
      expect([i - 64, temperatures[i]]).toEqual([i - 64, expected]);
    });
    const stretches = [
      [-64, -61],
      [-47, -13],
      [25, 27],
    ].map(([from, to]) => [at(from), at(to)]);
    expect(warningOf(answer, 'climatology')).toContain(
      `No stored run has ${stretches.map((stretch) => stretch.join(' to ')).join(', ')}.`,
    );
    expect(
      answer.meta.sources
        .filter(({ source }) => source === 'climatology')
        .map(({ from, to, fields }) => [from, to, fields]),
    ).toEqual(stretches.map((stretch) => [...stretch, ['temperature', 'precipitationIntensity', 'ozone']]));
    // Nobody forecasts the first hour.
    expect(answer.meta).toMatchObject({ source: 'climatology', run: null, nextRunExpectedAt: null });
  });

  it('leave hours that none has null for the model’s name, with a warning that names them', () => {
    const answer = forecasts.ask(-62, 2, { source: 'ifs' });
    expect(warningOf(answer, 'no_run')).toContain(`${at(-62)} to ${at(-61)}, ${at(-47)} to ${at(-13)}`);
    const [first] = entriesOf(answer);
    expect(new Set(Object.values(first.values))).toEqual(new Set([null]));
    expect(Object.keys(first.values)).toHaveLength(18);
    expect(answer.meta).toMatchObject({ source: 'ifs', run: at(-60) });
    expect(warningOf(answer, 'climatology')).toBeUndefined();
  });

  it('are listed with the hours of each, the newest first', () => {
    const { meta } = forecasts.ask(-13, 28, { fields: 'ozone', source: 'ifs' });
    expect(meta.run).toBe(at(-12));
    expect(meta.sources.map(({ run, from, to }) => [run, from, to])).toEqual([
      [at(0), at(0), at(24)],
      [at(-6), at(-6), at(-1)],
      [at(-12), at(-12), at(-7)],
    ]);
  });

  it('make up the days, and a day that they have in part is from their hours alone', () => {
    const days = (source: string) =>
      forecasts.ask(-64, 60, { timelines: 'daily', fields: 'temperature,precipitationIntensity', source });
    const [auto, named] = [days('auto'), days('ifs')];
    // Noon is on 20 November. Of the 17th, no run has an hour, nor of the 19th; of the 18th, twelve and the last one.
    expect(valuesOf(auto, 'temperatureMax', 'daily').slice(1, 2)).toEqual([1]);
    expect(valuesOf(auto, 'precipitationAccumulationSum', 'daily').slice(1, 2)).toEqual([12]);
    expect(valuesOf(named, 'temperatureMax', 'daily')).toEqual([null, 1, null, 7, 7]);
    expect(valuesOf(named, 'precipitationAccumulationSum', 'daily')).toEqual([null, 12, null, 24, 12]);
    expect(valuesOf(auto, 'temperatureMax', 'daily').slice(3, 5)).toEqual([7, 7]);
    const climatology = forecasts.ask(-64, 60, { timelines: 'daily', source: 'climatology' });
    for (const name of ['temperatureMax', 'precipitationAccumulationSum'])
      for (const day of [0, 2, 5])
        expect(valuesOf(auto, name, 'daily')[day]).toBe(valuesOf(climatology, name, 'daily')[day]);
    // Of the 18th from 13:00 on, and of the 21st after the newest run's last hour, noon.
    for (const answer of [auto, named])
      expect(warningOf(answer, 'partial_day')).toContain(
        `No stored run has ${at(-47)} to ${at(-37)}, ${at(25)} to ${at(35)}.`,
      );
  });

  it('end the minutes at their last hour, after which climatology begins', () => {
    const minutes = (source: string) =>
      valuesOf(
        forecasts.ask(23, 25, { fields: 'ozone', timelines: 'minutely', source }),
        'ozone',
        'minutely',
      );
    expect(minutes('auto')).toEqual([...minutes('ifs'), ...minutes('climatology').slice(61)]);
    expect(minutes('ifs')).toEqual(Array(61).fill(300));
  });
});
