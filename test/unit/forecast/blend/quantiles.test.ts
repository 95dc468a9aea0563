import { describe, expect, it, jest } from '@jest/globals';
import { entriesOf, valuesOf } from '../synthetic-forecasts.js';
import { BlendedForecasts, type PublishedRun } from './blended-forecasts.js';
import { at, constant, IFS } from './two-models.js';

/**
 * Members with values of their own, in the units of the store. Their quantiles may cross, as those of temperature do.
 */
const MEMBERS: PublishedRun['values'] = {
  temperature2mP10: constant(278.4),
  temperature2mP50: constant(280),
  temperature2mP90: constant(279.9),
  windSpeed10mP10: constant(1),
  windSpeed10mP50: constant(7.5),
  windSpeed10mP90: constant(10),
  windGustP10: constant(4),
  windGustP50: constant(12.5),
  windGustP90: constant(13),
  precipitationP10: constant(0),
  precipitationP50: constant(0.4),
  precipitationP90: constant(2.5),
  precipitationProbability: constant(70),
  cloudCoverP10: constant(40),
  cloudCoverP50: constant(50),
  cloudCoverP90: constant(95),
};
const ENSEMBLE = { model: 'gefs', lastStep: 12, values: MEMBERS } as const;
const MODEL = { model: 'ifs', lastStep: 18, values: IFS } as const;

const fieldsOf = (...names: string[]) =>
  names.flatMap((name) => ['P10', 'P50', 'P90'].map((part) => name + part)).join();
const ALL = fieldsOf('temperature', 'windSpeed', 'windGust', 'precipitationIntensity', 'cloudCover');

async function withRuns(
  runs: PublishedRun[],
  check: (forecasts: BlendedForecasts) => void,
  order: PublishedRun['model'][] = ['ifs', 'gefs'],
): Promise<void> {
  const forecasts = await BlendedForecasts.create(runs, order);
  check(forecasts);
  await forecasts.close();
}

describe('quantiles of an ensemble', () => {
  it('are shifted to the model’s values, within physical bounds and in order', () =>
    withRuns([MODEL, ENSEMBLE], (forecasts) => {
      const [entry] = entriesOf(forecasts.ask(4, 5, { fields: ALL }));
      expect(entry.values).toEqual({
        // 281.2 K at four hours.
        temperatureP10: 6.5,
        temperatureP50: 8.1,
        temperatureP90: 8.1,
        // 5 - 6.5 would be negative.
        windSpeedP10: 0,
        windSpeedP50: 5,
        windSpeedP90: 7.5,
        windGustP10: 0.5,
        windGustP50: 9,
        windGustP90: 9.5,
        // The model has 1 mm.
        precipitationIntensityP10: 0,
        precipitationIntensityP50: 0.4,
        precipitationIntensityP90: 2.5,
        cloudCoverP10: 10,
        cloudCoverP50: 20,
        cloudCoverP90: 65,
      });
    }));

  it('extend to the model’s amount, and follow elevation and units', () =>
    withRuns(
      [{ ...MODEL, terrain: 0, values: { ...IFS, precipitation: constant(4) } }, ENSEMBLE],
      (forecasts) => {
        const fields = fieldsOf('precipitationIntensity', 'temperature');
        const [{ values }] = entriesOf(forecasts.ask(4, 5, { fields, units: 'imperial', elevation: '1000' }));
        expect(values).toMatchObject({
          precipitationIntensityP10: 0,
          precipitationIntensityP50: 0.016,
          precipitationIntensityP90: 0.157,
          // 8.05 - 6.5 °C, and 1.6 K below.
          temperatureP50: 34.8,
          temperatureP10: 31.9,
        });
      },
    ));

  it('of gusts are not below those of the wind', () =>
    withRuns([MODEL, { ...ENSEMBLE, values: { ...MEMBERS, windSpeed10mP90: constant(20) } }], (forecasts) => {
      const [{ values }] = entriesOf(forecasts.ask(4, 5, { fields: 'windSpeedP90,windGustP90' }));
      expect(values).toEqual({ windSpeedP90: 17.5, windGustP90: 17.5 });
    }));

  it('list the ensemble as a source in addition to the model', () =>
    withRuns([MODEL, ENSEMBLE], (forecasts) => {
      const { sources, source, warnings } = forecasts.ask(4, 6, { fields: 'temperatureP10,ozone' }).meta;
      expect(source).toBe('ifs');
      expect(sources).toMatchObject([
        { source: 'ifs', fields: ['ozone', 'temperatureP10'] },
        { source: 'gefs', fields: ['temperatureP10'], from: at(4), to: at(5) },
      ]);
      expect(sources[1]).not.toHaveProperty('probabilityMethod');
      expect(warnings).toEqual([]);
    }));

  it('are null after the end of the ensemble, with a warning', () =>
    withRuns([MODEL, ENSEMBLE], (forecasts) => {
      const answer = forecasts.ask(10, 14, { fields: 'temperature,temperatureP90' });
      expect(valuesOf(answer, 'temperatureP90')).toEqual([9.9, 10.2, null, null]);
      expect(answer.meta.warnings).toMatchObject([{ code: 'no_ensemble', fields: ['temperatureP90'] }]);
    }));

  it('are null without an ensemble, for a single model, and if the run has none of the metric', async () => {
    const isNull = (forecasts: BlendedForecasts, code: string, query: Record<string, string> = {}) => {
      const answer = forecasts.ask(4, 6, { fields: 'cloudCoverP10', ...query });
      expect(valuesOf(answer, 'cloudCoverP10')).toEqual([null, null]);
      expect(answer.meta.warnings).toMatchObject([{ code, fields: ['cloudCoverP10'] }]);
    };
    await withRuns([MODEL], (forecasts) => isNull(forecasts, 'no_ensemble'), ['ifs']);
    await withRuns([MODEL, ENSEMBLE], (forecasts) => isNull(forecasts, 'no_ensemble', { source: 'ifs' }));
    const { precipitationProbability, precipitationP10 } = MEMBERS;
    const few = { ...ENSEMBLE, values: { precipitationProbability, precipitationP10 } };
    await withRuns([MODEL, few], (forecasts) => isNull(forecasts, 'not_in_run'));
  });

  it('are returned only if requested by name', () =>
    withRuns([MODEL, ENSEMBLE], (forecasts) => {
      const [{ values }] = entriesOf(forecasts.ask(4, 5));
      expect(Object.keys(values).filter((name) => /P\d\d$/.test(name))).toEqual([]);
      expect(Object.keys(values)).toHaveLength(18);
    }));

  it('of a day are those of its extremes and its sum', () =>
    withRuns([MODEL, ENSEMBLE], (forecasts) => {
      const fields = 'temperatureP90,temperatureP10,precipitationIntensityP90,cloudCoverP50';
      const { daily } = forecasts.ask(0, 12, { fields, timelines: 'daily' }).data.timelines;
      // From noon: 280 K, rising by 0.3 K an hour until 23 UTC.
      expect(daily![0].values).toEqual({
        temperatureMinP10: 5.3,
        temperatureMaxP10: 8.6,
        temperatureMinP90: 6.9,
        temperatureMaxP90: 10.2,
        precipitationIntensityMinP90: 2.5,
        precipitationIntensityMaxP90: 2.5,
        precipitationAccumulationSumP90: 30,
        cloudCoverMinP50: 20,
        cloudCoverMaxP50: 20,
        sunriseTime: expect.any(String),
        sunsetTime: expect.any(String),
      });
    }));

  it('of a day that the ensemble covers only in part are null, with a warning, even if the day has a value', () =>
    withRuns(
      [
        { ...MODEL, lastStep: 36 },
        { ...ENSEMBLE, lastStep: 24 },
      ],
      (forecasts) => {
        const fields = `temperature,precipitationIntensity,${fieldsOf('temperature', 'precipitationIntensity')}`;
        const answer = forecasts.ask(0, 36, { fields, timelines: 'daily' });
        const [whole, part] = answer.data.timelines.daily!.map(
          ({ values }) => values as unknown as Record<string, number>,
        );
        const quantiles = Object.keys(part).filter((name) => /P\d\d$/.test(name));
        expect(quantiles).toHaveLength(15);
        for (const name of quantiles) {
          expect(whole[name]).toEqual(expect.any(Number));
          expect(part[name]).toBeNull();
        }
        expect(part).toMatchObject({ precipitationAccumulationSum: 24, temperatureMax: 17.4 });
        expect(answer.meta.warnings).toContainEqual({
          code: 'no_ensemble',
          detail: 'No ensemble covers some of the hours.',
          fields: fieldsOf('temperature', 'precipitationIntensity').split(','),
        });
      },
    ));

  it('advance Last-Modified when their run becomes stale', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T20:00:00Z'));
    const forecasts = await BlendedForecasts.create(
      [
        { ...MODEL, lastStep: 36 },
        { ...ENSEMBLE, lastStep: 30 },
      ],
      ['ifs', 'gefs'],
    );
    jest.restoreAllMocks();
    // Neither of the two runs after noon has arrived, and the second is due by 6:30 UTC.
    const [before, after] = ['2026-11-21T06:29:00Z', '2026-11-21T06:31:00Z'].map((now) =>
      forecasts.answer(9, 36, { fields: 'temperatureP90' }, new Date(now)),
    );
    // The hours up to the current one keep what the ensemble had for them.
    const isNull = ({ answer }: typeof before) =>
      valuesOf(answer, 'temperatureP90').map((value) => value === null);
    const hours = Array.from({ length: 12 }, (_, i) => i);
    expect(isNull(before).slice(0, 12)).toEqual(hours.map(() => false));
    expect(isNull(after).slice(0, 12)).toEqual(hours.map((hour) => hour >= 9));
    expect(after.lastModified.getTime()).toBeGreaterThan(before.lastModified.getTime());
    await forecasts.close();
  });

  it('stay in order from minute to minute, with those of gusts above those of the wind', () => {
    const wave = (middle: number, depth: number) => (hour: number) => middle + depth * Math.sin(9 * hour);
    // The members are alternately above and below the middle.
    const outer = (middle: (hour: number) => number, depth: number, turn: number) => [
      (hour: number) => middle(hour) - ((hour + turn) % 2) * depth,
      (hour: number) => middle(hour) + ((hour + turn + 1) % 2) * depth,
    ];
    const [temperature, wind, gust, cloud] = [wave(270, 2), wave(20, 2), wave(30, 2), wave(50, 20)];
    const [temperature2mP10, temperature2mP90] = outer(temperature, 6, 0);
    const [windSpeed10mP10, windSpeed10mP90] = outer(wind, 6, 0);
    const [windGustP10, windGustP90] = outer(gust, 6, 1);
    const [cloudCoverP10, cloudCoverP90] = outer(cloud, 60, 0);
    const members = {
      ...MEMBERS,
      ...{ temperature2mP10, temperature2mP50: temperature, temperature2mP90 },
      ...{ windSpeed10mP10, windSpeed10mP50: wind, windSpeed10mP90 },
      ...{ windGustP10, windGustP50: gust, windGustP90 },
      ...{ cloudCoverP10, cloudCoverP50: cloud, cloudCoverP90 },
    };
    const values = { ...IFS, windU10m: wave(4, 3), windGust: wave(9, 2), cloudCover: wave(50, 45) };
    const names = ['temperature', 'windSpeed', 'windGust', 'precipitationIntensity', 'cloudCover'];
    return withRuns(
      [
        { ...MODEL, values },
        { ...ENSEMBLE, values: members },
      ],
      (forecasts) => {
        const { minutely } = forecasts.ask(2, 5, { fields: `${names.join()},${ALL}`, timelines: 'minutely' })
          .data.timelines;
        const rows = minutely!.map((entry) => entry.values as Record<string, number>);
        expect(rows).toHaveLength(180);
        for (const name of names) {
          const parts = rows.map((row) => ['P10', '', 'P50', 'P90'].map((part) => row[name + part]));
          const isInOrder = ([low, value, middle, high]: number[]) =>
            low <= middle && middle <= high && low <= value && value <= high;
          const isShifted = ([, value, middle]: number[]) =>
            name === 'precipitationIntensity' || middle === value;
          expect(parts.flat().every(Number.isFinite)).toBe(true);
          expect(parts.filter((part) => !isInOrder(part) || !isShifted(part))).toEqual([]);
          // They are not simply all the same.
          expect(parts.some(([low, , , high]) => low < high)).toBe(true);
        }
        for (const part of ['P10', 'P50', 'P90'])
          expect(rows.filter((row) => row[`windGust${part}`] < row[`windSpeed${part}`])).toEqual([]);
        expect(rows[90].precipitationIntensityP90).toBe(2.5);
      },
    );
  });
});
