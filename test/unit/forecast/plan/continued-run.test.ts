import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ForecastDto } from '../../../../src/forecast/answer/forecast-response.dto.js';
import type { ForecastService } from '../../../../src/forecast/forecast.service.js';
import { forecastService } from '../../../support/forecast-service.js';
import { RunCatalogue } from '../../../../src/store/catalogue/run-catalogue.js';
import { identity, type SyntheticField, writeRun } from '../../store/synthetic-run.js';
import { answerOf, configuration, entriesOf, valuesOf } from '../synthetic-forecasts.js';

const NOW = new Date('2026-11-20T16:40:00Z');
const upTo = (lastStep: number) => Array.from({ length: lastStep + 1 }, (_, i) => i);

let directory: string;
let catalogue: RunCatalogue;
let service: ForecastService;

/** The 6 UTC run is complete; the noon run has 24 of 96 hours. The ozone tells a run's hour; each hour has 1 mm. */
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'runs-'));
  for (const { runHour, steps, isPart } of [
    { runHour: 0, steps: upTo(96), isPart: false },
    { runHour: 6, steps: upTo(96), isPart: false },
    { runHour: 12, steps: upTo(24), isPart: true },
  ]) {
    const run = new Date(Date.UTC(2026, 10, 20, runHour));
    const fieldsOf = (step: number): SyntheticField[] => [
      { variable: 'totalOzone', step, value: 300 + runHour, quantum: 1 },
      { variable: 'precipitation', statistic: 'amount', step, spanStart: step - 1, value: 1 },
    ];
    const fields = steps.flatMap((step) => (step === 0 ? fieldsOf(0).slice(0, 1) : fieldsOf(step)));
    await writeRun(directory, identity({ run, stepsHours: steps, isPart }), fields);
  }
  catalogue = new RunCatalogue(directory);
  service = forecastService(catalogue, configuration(96));
});

afterAll(async () => {
  catalogue.close();
  await rm(directory, { recursive: true });
});

/**
 * Provides a 12 UTC run of 3 hours on terrain at 0 m, and publishes a 6 UTC run at 1000 m later, which may continue it.
 */
async function withTwoRuns(
  isPart: boolean,
  check: (
    ask: (query?: object) => ReturnType<typeof answerOf>,
    publishEarlier: () => Promise<void>,
  ) => Promise<void>,
): Promise<void> {
  const runsDirectory = await mkdtemp(join(tmpdir(), 'runs-'));
  const publish = async (hour: number, steps: number[], height: number) => {
    const run = new Date(Date.UTC(2026, 10, 20, hour));
    const fields: SyntheticField[] = [
      ...steps.map((step) => ({ variable: 'temperature2m' as const, step, value: 280, quantum: 0.01 })),
      { variable: 'terrainHeight', step: 'static', value: height, quantum: 1 },
    ];
    const runIdentity = identity({ run, stepsHours: steps, isPart: isPart && hour === 12 });
    await writeRun(runsDirectory, runIdentity, fields, [{ code: `of_${hour}_utc`, detail: 'Some.' }]);
  };
  await publish(12, upTo(3), 0);
  const runs = new RunCatalogue(runsDirectory);
  const forecasts = forecastService(runs, configuration(24));
  const span = { startTime: '2026-11-20T13:00:00Z', endTime: '2026-11-20T18:00:00Z' };
  const raw = { lat: '51', lon: '11', fields: 'temperature,visibility', ...span };
  try {
    await check(
      (query) => answerOf(forecasts, { ...raw, ...query }, NOW),
      async () => {
        await publish(6, upTo(24), 1000);
        // The catalogue caches its list of runs for this long.
        await sleep(60);
      },
    );
  } finally {
    runs.close();
    await rm(runsDirectory, { recursive: true });
  }
}

const ask = (query: Record<string, string>): ForecastDto =>
  answerOf(service, { lat: '51', lon: '11', fields: 'ozone,precipitationIntensity', ...query }, NOW).answer;
const codesOf = ({ meta }: ForecastDto) => meta.warnings.map(({ code }) => code);
const spansOf = ({ meta }: ForecastDto) => meta.sources.map(({ run, from, to }) => [run, from, to]);

describe('a run that is published in parts', () => {
  it('is continued by the previous run, so that no forecast gets shorter', () => {
    const answer = ask({ startTime: '2026-11-21T10:00:00Z', endTime: '2026-11-24T06:00:00Z' });
    const ozone = valuesOf(answer, 'ozone');
    expect(ozone).toHaveLength(68);
    expect(ozone.slice(0, 4)).toEqual([312, 312, 306, 306]);
    expect(new Set(ozone.slice(2))).toEqual(new Set([306]));
    expect(codesOf(answer)).toEqual([]);
  });

  it('takes the amount of its last hour from the previous run', () => {
    const answer = ask({ startTime: '2026-11-21T10:00:00Z', endTime: '2026-11-24T06:00:00Z' });
    expect(new Set(valuesOf(answer, 'precipitationIntensity'))).toEqual(new Set([1]));
  });

  it('is listed with the run that continues it, and with the time up to which it reaches', () => {
    const { meta } = ask({ startTime: '2026-11-20T16:00:00Z', endTime: '2026-11-22T00:00:00Z' });
    expect(meta.run).toBe('2026-11-20T12:00:00Z');
    expect(meta.sources).toMatchObject([
      {
        source: 'gfs',
        run: '2026-11-20T12:00:00Z',
        fields: ['precipitationIntensity', 'ozone'],
        from: '2026-11-20T16:00:00Z',
        to: '2026-11-21T11:00:00Z',
        reaches: '2026-11-21T12:00:00Z',
        grid: { resolution: 1, elevation: null, interpolation: 'bilinear' },
        attribution: 'synthetic',
      },
      { run: '2026-11-20T06:00:00Z', from: '2026-11-21T12:00:00Z', to: '2026-11-21T23:00:00Z' },
    ]);
    expect(meta.sources[1]).not.toHaveProperty('reaches');
  });

  it('is listed alone if it covers the entire request', () => {
    const answer = ask({ startTime: '2026-11-20T16:00:00Z', endTime: '2026-11-20T20:00:00Z' });
    expect(spansOf(answer)).toEqual([
      ['2026-11-20T12:00:00Z', '2026-11-20T16:00:00Z', '2026-11-20T19:00:00Z'],
    ]);
  });

  it('yields to the previous run from its last hour on', () => {
    const answer = ask({ startTime: '2026-11-21T12:00:00Z', endTime: '2026-11-21T14:00:00Z' });
    expect(answer.meta.run).toBe('2026-11-20T06:00:00Z');
    expect(valuesOf(answer, 'precipitationIntensity')).toEqual([1, 1]);
  });

  it('is completed by other runs before and after it in the days of a forecast', () => {
    const answer = ask({ timelines: 'daily', endTime: '2026-11-22T00:00:00Z' });
    // Six hours each from 0 and 6 UTC and twelve from noon; then twelve from noon and twelve from 6 UTC.
    expect(valuesOf(answer, 'ozoneAvg', 'daily')).toEqual([308, 309]);
    expect(valuesOf(answer, 'precipitationAccumulationSum', 'daily')).toEqual([24, 24]);
    expect(spansOf(answer)).toEqual([
      ['2026-11-20T12:00:00Z', '2026-11-20T12:00:00Z', '2026-11-21T11:00:00Z'],
      ['2026-11-20T06:00:00Z', '2026-11-20T06:00:00Z', '2026-11-20T11:00:00Z'],
      ['2026-11-20T06:00:00Z', '2026-11-21T12:00:00Z', '2026-11-21T23:00:00Z'],
      ['2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z', '2026-11-20T05:00:00Z'],
    ]);
    expect(codesOf(answer)).toEqual(['earlier_run']);
  });

  it('ends with the longest of the runs', () => {
    const answer = ask({
      source: 'gfs',
      startTime: '2026-11-24T04:00:00Z',
      endTime: '2026-11-24T12:00:00Z',
    });
    expect(entriesOf(answer).at(-1)?.time).toBe('2026-11-24T06:00:00Z');
    expect(codesOf(answer)).toContain('ends_with_run');
  });

  it('shares its terrain with the run that continues it, and has the warnings of both', async () => {
    await withTwoRuns(true, async (askOf, publishEarlier) => {
      await publishEarlier();
      const { answer } = askOf();
      // 6.5 K for the 1000 m down to the terrain of the 12 UTC run.
      expect(valuesOf(answer, 'temperature')).toEqual([6.9, 6.9, 13.4, 13.4, 13.4]);
      expect(answer.meta.grid.elevation).toBe(0);
      expect(codesOf(answer)).toEqual(expect.arrayContaining(['of_12_utc', 'of_6_utc']));
    });
  });

  it('lists for each run the fields that it has', async () => {
    await withTwoRuns(true, async (askOf, publishEarlier) => {
      await publishEarlier();
      expect(askOf().answer.meta.sources.map(({ fields }) => fields)).toEqual([
        ['temperature'],
        ['temperature'],
      ]);
    });
  });

  it('updates Last-Modified when the run that continues it is published', async () => {
    await withTwoRuns(true, async (askOf, publishEarlier) => {
      const before = askOf({ source: 'gfs' });
      await publishEarlier();
      const after = askOf({ source: 'gfs' });
      expect(entriesOf(after.answer).length).toBeGreaterThan(entriesOf(before.answer).length);
      expect(after.lastModified.getTime()).toBeGreaterThan(before.lastModified.getTime());
    });
  });

  it.each([
    [true, 'gfs'],
    [true, 'auto'],
    [false, 'gfs'],
    [false, 'auto'],
  ])('is continued whether it is partial (%s) or not, also if requested as %s', async (isPart, source) => {
    await withTwoRuns(isPart, async (askOf, publishEarlier) => {
      await publishEarlier();
      const { answer } = askOf({ source });
      expect(valuesOf(answer, 'temperature')).toEqual([6.9, 6.9, 13.4, 13.4, 13.4]);
      expect(codesOf(answer)).not.toContain('ends_with_run');
    });
  });
});
