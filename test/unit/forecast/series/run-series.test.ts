import { describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../../../src/core/time/index.js';
import { AnswerWarnings } from '../../../../src/forecast/series/answer-warnings.js';
import { type RunSeries } from '../../../../src/forecast/series/run-series.js';
import { type OneRun, seriesOfRun } from '../../../support/run-series.js';
import { RunCatalogue } from '../../../../src/store/catalogue/run-catalogue.js';
import { StoredPoint } from '../../../../src/store/read/stored-point.js';
import { identity, type SyntheticField, withDirectory, writeRun } from '../../store/synthetic-run.js';
import { OWN_CATALOGUE } from '../../../support/own-catalogue.js';

const NOON = new Date('2026-11-20T12:00:00Z');

const everywhere = (variable: SyntheticField['variable'], value: number, quantum = 0.001): SyntheticField[] =>
  [0, 3, 6].map((step) => ({ variable, step, value, quantum }));
const amount = (step: number, value: SyntheticField['value']): SyntheticField => ({
  variable: 'precipitation',
  statistic: 'amount',
  step,
  spanStart: step - 3,
  value,
});
const AIR = [...everywhere('temperature2m', 283.15), ...everywhere('relativeHumidity2m', 70)];
const WIND = [...everywhere('windU10m', 3), ...everywhere('windV10m', 4)];
const terrain = (height: number): SyntheticField => ({
  variable: 'terrainHeight',
  step: 'static',
  value: height,
});

/** Uses the series of the newest, which is the first, of some runs at 51 N, 11 E. The runs are three hours apart. */
function withSeries(
  runs: SyntheticField[][],
  changes: Partial<OneRun>,
  use: (series: RunSeries, warnings: AnswerWarnings) => void,
): Promise<void> {
  return withDirectory(async (directory) => {
    for (const [i, fields] of runs.entries())
      await writeRun(directory, identity({ run: new Date(NOON.getTime() - 3 * i * HOUR_MS) }), fields);
    const catalogue = new RunCatalogue(directory);
    const [run, ...earlierRuns] = catalogue.runs();
    const place = { latitude: 51, longitude: 11 };
    const point = StoredPoint.at(run, place.latitude, place.longitude)!;
    const hours = { firstHourMs: NOON.getTime(), hours: 7 };
    const warnings = new AnswerWarnings();
    use(seriesOfRun({ run, point, ...place, ...hours, earlierRuns, ...changes }, warnings), warnings);
    catalogue.close();
  });
}

describe('a variable that the run lacks', () => {
  it('is derived from others: dew point by Magnus, apparent temperature by Steadman', () =>
    withSeries([[...AIR, ...WIND]], {}, (series) => {
      // 10 °C and 70 %: 4.8 °C in any psychrometric table; with a vapor pressure of 8.6 hPa: 10 + 2.84 - 3.5 - 4.
      expect(series.values('dewPoint')[0]).toBeCloseTo(4.8, 1);
      expect(series.values('temperatureApparent')[0]).toBeCloseTo(5.3, 1);
    }));

  it('is null with a warning if it can’t be derived', () =>
    withSeries([[...AIR, amount(3, 3), amount(6, 0)]], {}, (series, warnings) => {
      for (const name of OWN_CATALOGUE.names) series.values(name);
      const codes = Object.fromEntries(
        warnings.list(OWN_CATALOGUE.names).map(({ code, fields }) => [code, fields]),
      );
      expect(codes.not_in_run).toEqual(
        expect.arrayContaining(['windSpeed', 'uvIndex', 'ozone', 'lightningProbability', 'soilMoisture']),
      );
      expect(codes.not_in_run).not.toContain('dewPoint');
      expect(codes.last_entry_without_amounts).toEqual(
        expect.arrayContaining(['precipitationIntensity', 'precipitationProbability', 'snowAccumulation']),
      );
      expect([...series.values('snowAccumulation')]).toEqual([0, 0, 0, 0, 0, 0, NaN]);
      // Without cloud cover, a dry hour has no weather code, but a wet one has.
      expect([...series.values('weatherCode')]).toEqual([4200, 4200, 4200, NaN, NaN, NaN, NaN]);
    }));

  it('causes no warning for hours beyond the run', () =>
    withSeries([AIR], { firstHourMs: NOON.getTime() - 2 * HOUR_MS, hours: 11 }, (series, warnings) => {
      expect([...series.values('humidity')].map(Number.isNaN)).toEqual([
        true,
        true,
        ...Array<boolean>(7).fill(false),
        true,
        true,
      ]);
      expect(warnings.list(OWN_CATALOGUE.names)).toEqual([]);
    }));
});

describe('snow', () => {
  it('depth is the frozen share of the water, in snow of the density at that temperature', () =>
    withSeries(
      [
        [
          ...everywhere('temperature2m', 270),
          ...everywhere('frozenPrecipitationPercent', 80),
          amount(3, 3),
          amount(6, 0),
        ],
      ],
      {},
      (series) => {
        // 0.8 mm of water at -3.15 °C: 83.1 kg m-3 (Hedstrom and Pomeroy).
        expect(series.values('snowAccumulation')[0]).toBeCloseTo(9.62, 1);
        expect(series.values('weatherCode')[0]).toBe(5000);
      },
    ));

  it('falls far above terrain with rain, and turns to rain far below terrain with snow', async () => {
    const rain = [...AIR, ...everywhere('rainFlag', 1), amount(3, 3), amount(6, 0), terrain(100)];
    await withSeries([rain], { elevation: 150 }, (series) =>
      expect(series.values('weatherCode')[0]).toBe(4200),
    );
    await withSeries([rain], { elevation: 2100 }, (series) => {
      expect(series.values('temperature')[0]).toBeCloseTo(-3, 9);
      expect(series.values('weatherCode')[0]).toBe(5000);
    });
    const cold = [...everywhere('temperature2m', 272), ...everywhere('relativeHumidity2m', 90)];
    const snow = [...cold, ...everywhere('snowFlag', 1), amount(3, 3), amount(6, 0), terrain(1500)];
    await withSeries([snow], { elevation: 300 }, (series) => {
      expect(series.values('snowAccumulation')[0]).toBe(0);
      expect(series.values('weatherCode')[0]).toBe(4200);
    });
  });
});

describe('the probability of precipitation', () => {
  /** The expected share of wet hours in a wet span of three hours. */
  const OF_3_HOURS = 3 ** -0.365;
  /** Three of the nine cells around the point. */
  const third = (_: number, x: number) => (x === 2 ? 3 : 0);
  const percent = (runs: SyntheticField[][], hour: number) =>
    new Promise<number>((resolve, reject) => {
      withSeries(runs, {}, (series) => resolve(series.values('precipitationProbability')[hour])).catch(
        reject,
      );
    });

  it('is the share of wet cells around the point', async () => {
    expect(await percent([[amount(3, third), amount(6, 0)]], 0)).toBeCloseTo((100 / 3) * OF_3_HOURS, 9);
  });

  it('counts a cell with exactly the measurable 0.1 mm per hour, even though 0.1 × 3 is inexact in binary', async () => {
    const tie = (_: number, x: number) => (x === 2 ? 0.3 : 0);
    const fields = [{ ...amount(3, tie), quantum: 0.1 }, amount(6, 0)];
    expect(await percent([fields], 0)).toBeCloseTo((100 / 3) * OF_3_HOURS, 9);
  });

  it('weighs the previous run by half at the hours that it covers', async () => {
    const runs = [
      [amount(3, 0), amount(6, 0)],
      [amount(3, 0), amount(6, third)],
    ];
    // The 9 UTC run ends at 15 UTC.
    expect(await percent(runs, 2)).toBeCloseTo((100 / 3 / 2 / 1.5) * OF_3_HOURS, 9);
    expect(await percent(runs, 3)).toBe(0);
  });
});

describe('the UV index', () => {
  it('is 0 at night and follows clouds and height', () =>
    withSeries(
      [[...everywhere('totalOzone', 300), ...everywhere('cloudCover', 100), terrain(0)]],
      {},
      (series) => {
        // In Thuringia in November, the sun sets shortly after 15 UTC.
        expect([...series.values('uvIndex')].map((index) => index > 0)).toEqual([
          true,
          true,
          true,
          true,
          false,
          false,
          false,
        ]);
      },
    ));
});
