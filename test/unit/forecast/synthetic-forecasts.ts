import { gfs } from '../../../src/weather/models/gfs/gfs.model.js';
import { type Model } from '../../../src/weather/models/model.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acceptedForm } from '../../../src/forecast/answer/answer-formats.js';
import { Problem } from '../../../src/core/http/problems/problem.js';
import { Configuration } from '../../../src/core/config/configuration.js';
import { type ForecastDto } from '../../../src/forecast/answer/forecast-response.dto.js';
import type { ForecastService } from '../../../src/forecast/forecast.service.js';
import { forecastService } from '../../support/forecast-service.js';
import { maxAgeSeconds } from '../../../src/forecast/serving/served-answer.js';
import { RunCatalogue } from '../../../src/store/catalogue/run-catalogue.js';
import { identity, type SyntheticField, writeRun } from '../store/synthetic-run.js';

export const NOW = new Date('2026-11-20T17:30:00Z');

const STEPS = [0, 1, 2, 3, 6];
const NOON = identity({ stepsHours: STEPS });

const everyStep = (
  variable: SyntheticField['variable'],
  value: (step: number) => SyntheticField['value'],
  quantum = 0.01,
) => STEPS.map((step): SyntheticField => ({ variable, step, value: value(step), quantum }));

const amounts = ([step, spanStart, value]: number[]): SyntheticField => ({
  variable: 'precipitation',
  statistic: 'amount',
  step,
  spanStart,
  value,
  quantum: 0.01,
});

/** The noon run: 10..13 E, 50..52 N. */
const FIELDS: SyntheticField[] = [
  // Rises by half a kelvin an hour and two kelvins per degree of longitude.
  ...everyStep('temperature2m', (step) => (_, x) => 280 + step / 2 + 2 * x),
  ...everyStep('apparentTemperature2m', () => 270),
  ...everyStep('dewPoint2m', () => 275.05),
  ...everyStep('relativeHumidity2m', () => 99.6),
  // East of 12 E, the zonal wind is reversed.
  ...everyStep('windU10m', () => (_, x) => (x === 3 ? -3 : 3)),
  ...everyStep('windV10m', () => 4),
  ...everyStep('windGust', () => (y) => (y === 0 ? 4 : 12)),
  ...everyStep('surfacePressure', () => 101_325, 5),
  ...[
    [1, 0, 0.6],
    [2, 1, 0],
    [3, 2, 0.25],
    [6, 3, 4.5],
  ].map(amounts),
  ...everyStep('cloudCover', () => 62.5),
  ...everyStep('visibility', (step) => [24_135, 24_135, 24_135, 10_000, 0, 0, 4000][step], 1),
  ...everyStep('totalOzone', () => 285.5),
  ...everyStep('soilMoisture', () => 0.314, 0.001),
  { variable: 'terrainHeight', step: 'static', value: (y) => 100 * y, quantum: 1 },
  // Row 2 and the last two columns are sea.
  { variable: 'landMask', step: 'static', value: (y, x) => (y < 2 && x < 2 ? 1 : 0), quantum: 1 },
];

/**
 * A service with three runs: the noon run, an earlier one with a temperature only at its third hour, and a later one of
 * a model that this version doesn't know.
 */
export class SyntheticForecasts {
  private constructor(
    private readonly directory: string,
    private readonly catalogue: RunCatalogue,
    private readonly service: ForecastService,
  ) {}

  static async create(): Promise<SyntheticForecasts> {
    const directory = await mkdtemp(join(tmpdir(), 'runs-'));
    const early = identity({ run: new Date('2026-11-20T06:00:00Z'), stepsHours: [0, 3, 6] });
    await writeRun(directory, early, [{ variable: 'temperature2m', step: 3, value: 280, quantum: 1 }]);
    await writeRun(directory, NOON, FIELDS, [{ code: 'missing_steps', detail: 'Some.' }]);
    const unknown = identity({ model: 'unknown', run: new Date('2026-11-20T18:00:00Z') });
    await writeRun(directory, unknown, [{ variable: 'temperature2m', step: 0, value: 280, quantum: 1 }]);
    const catalogue = new RunCatalogue(directory);
    return new SyntheticForecasts(directory, catalogue, forecastService(catalogue, configuration(6)));
  }

  /** Returns the forecast for a query. By default, it starts at noon at 51.5 N, 10.25 E. */
  ask(query: Record<string, string>, now = NOW): ForecastDto {
    const raw = { lat: '51.5', lon: '10.25', startTime: '2026-11-20T12:00:00Z', ...query };
    return this.askRaw(raw, now).answer;
  }

  askRaw(raw: Record<string, string>, now: Date): { answer: ForecastDto; maxAgeSeconds: number } {
    return answerOf(this.service, raw, now);
  }

  refusal(query: Record<string, string>, now = NOW): Problem {
    try {
      this.ask(query, now);
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
    throw new Error('the request was answered');
  }

  async close(): Promise<void> {
    this.catalogue.close();
    await rm(this.directory, { recursive: true });
  }
}

/** @param taken models to serve, in order of preference */
export function configuration(
  maxStepHours: number,
  taken: readonly Model[] = [gfs],
  known: readonly Model[] = taken,
): Configuration {
  const targets = (models: readonly Model[]) =>
    models.map((model) => {
      const { defaultResolution: resolution, baseUrls } = model;
      return { model, resolution, maxStepHours, baseUrls };
    });
  return Object.assign(Object.create(Configuration.prototype) as Configuration, {
    models: targets(taken),
    knownModels: targets(known),
  });
}

type Timeline = keyof ForecastDto['data']['timelines'];
type Value = number | string | null;

/** Returns the entries of a timeline. */
export const entriesOf = (answer: ForecastDto, timeline: Timeline = 'hourly') =>
  answer.data.timelines[timeline] as { time: string; values: Record<string, Value> }[];

/** Returns one metric of a timeline, entry by entry. */
export const valuesOf = (answer: ForecastDto, name: string, timeline: Timeline = 'hourly') =>
  entriesOf(answer, timeline).map(({ values }) => values[name]);

/** Returns a service's unencoded response to the parameters. */
export function answerOf(
  service: ForecastService,
  raw: Record<string, string>,
  now: Date,
): { answer: ForecastDto; maxAgeSeconds: number; lastModified: Date; etag: string } {
  const asked = service.queries.parse(raw, now.getTime());
  const answer = service.forecast(asked, acceptedForm(undefined, undefined), now.getTime());
  if (answer instanceof Promise) throw new Error('the answer is not there yet');
  return {
    answer: JSON.parse(answer.body.toString()) as ForecastDto,
    maxAgeSeconds: maxAgeSeconds(answer, now.getTime()),
    lastModified: answer.lastModified,
    etag: answer.etag,
  };
}
