import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '../../../../src/core/time/index.js';
import { type ForecastDto } from '../../../../src/forecast/answer/forecast-response.dto.js';
import type { ConsensusWeights } from '../../../../src/weather/consensus/index.js';
import type { ForecastService } from '../../../../src/forecast/forecast.service.js';
import { forecastService } from '../../../support/forecast-service.js';
import { type VariableName } from '../../../../src/weather/meteo/variables.js';
import { RunCatalogue } from '../../../../src/store/catalogue/run-catalogue.js';
import { type StoreGrid } from '../../../../src/store/format/run-manifest.js';
import { gefs } from '../../../../src/weather/models/gefs/gefs.model.js';
import { gfs } from '../../../../src/weather/models/gfs/gfs.model.js';
import { ifs } from '../../../../src/weather/models/ifs/ifs.model.js';
import { type Model } from '../../../../src/weather/models/model.js';
import { identity, type SyntheticField, writeRun } from '../../store/synthetic-run.js';
import { answerOf, configuration } from '../synthetic-forecasts.js';

export const NOON = new Date('2026-11-20T12:00:00Z');
export const NOW = new Date('2026-11-20T17:40:00Z');

/** 10-degree cells around the globe. */
const WORLD: StoreGrid = {
  ni: 36,
  nj: 19,
  latitudeFirst: 90,
  longitudeFirst: 0,
  latitudeIncrement: 10,
  longitudeIncrement: 10,
  wrapsLongitude: true,
};
/** 5-degree cells from 0 to 100 E and 80 N to 80 S. */
export const REGION: StoreGrid = {
  ni: 21,
  nj: 33,
  latitudeFirst: 80,
  longitudeFirst: 0,
  latitudeIncrement: 5,
  longitudeIncrement: 5,
  wrapsLongitude: false,
};

/** GFS and IFS, a regional model, and an ensemble. */
export const REGIONAL: Model = { ...ifs, name: 'regional', title: 'A regional model' };
const MODELS = [gfs, ifs, REGIONAL, gefs];

export interface PublishedRun {
  model: 'gfs' | 'ifs' | 'regional' | 'gefs';
  /** Hours after noon at which the run starts. */
  beginsAt?: number;
  lastStep: number;
  isPart?: boolean;
  terrain?: number;
  /** By hours after noon, in the unit of the store. For amounts, the hour in which they fall. */
  values: Partial<Record<VariableName, (hour: number) => number>>;
}

/** A forecast service with some runs, which have a step for each hour. */
export class BlendedForecasts {
  private readonly catalogues: RunCatalogue[] = [];
  readonly service: ForecastService;

  private constructor(
    readonly directory: string,
    private readonly order: readonly PublishedRun['model'][],
    private readonly weights?: ConsensusWeights,
  ) {
    this.service = this.replica();
  }

  /**
   * @param order the models in MODELS
   * @param terrains runs that are gone, and whose terrain is kept
   * @param weights those of the models in their consensus, if not the documented ones
   */
  static async create(
    runs: PublishedRun[],
    order: PublishedRun['model'][] = ['ifs', 'gfs'],
    terrains: PublishedRun[] = [],
    weights?: ConsensusWeights,
  ): Promise<BlendedForecasts> {
    const directory = await mkdtemp(join(tmpdir(), 'runs-'));
    for (const run of runs) await publish(directory, run);
    for (const run of terrains)
      await publish(join(directory, 'terrain'), { ...run, lastStep: 0, values: {} });
    return new BlendedForecasts(directory, order, weights);
  }

  /** Returns another service that reads the same runs. */
  replica(): ForecastService {
    const catalogue = new RunCatalogue(this.directory);
    this.catalogues.push(catalogue);
    const taken = this.order.map((name) => MODELS.find((model) => model.name === name)!);
    return forecastService(catalogue, configuration(384, taken, MODELS), this.weights);
  }

  /** Returns the parameters for some hours after noon, at 10 N 50 E unless the query says otherwise. */
  question(from: number, to: number, query: Record<string, string> = {}) {
    const at = (hour: number) => new Date(NOON.getTime() + hour * HOUR_MS).toISOString();
    return { lat: '10', lon: '50', startTime: at(from), endTime: at(to), ...query };
  }

  answer(from: number, to: number, query?: Record<string, string>, now = NOW) {
    return answerOf(this.service, this.question(from, to, query), now);
  }

  ask(from: number, to: number, query?: Record<string, string>, now?: Date): ForecastDto {
    return this.answer(from, to, query, now).answer;
  }

  async publish(run: PublishedRun): Promise<void> {
    await publish(this.directory, run);
    // The catalogue caches its list of runs for this long.
    await sleep(60);
  }

  async close(): Promise<void> {
    for (const catalogue of this.catalogues) catalogue.close();
    await rm(this.directory, { recursive: true });
  }
}

function publish(directory: string, run: PublishedRun): Promise<unknown> {
  const { model, beginsAt = 0, lastStep, isPart, terrain, values } = run;
  const stepsHours = Array.from({ length: lastStep + 1 }, (_, step) => step);
  const fields = stepsHours.flatMap((step) =>
    Object.entries(values).flatMap(([name, value]): SyntheticField[] => {
      const variable = name as VariableName;
      const hour = beginsAt + step;
      if (!variable.startsWith('precipitation')) return [{ variable, step, value: value(hour) }];
      const statistic = variable === 'precipitationProbability' ? 'mean' : 'amount';
      return step === 0 ? [] : [{ variable, statistic, step, spanStart: step - 1, value: value(hour - 1) }];
    }),
  );
  if (terrain !== undefined) fields.push({ variable: 'terrainHeight', step: 'static', value: terrain });
  const begins = new Date(NOON.getTime() + beginsAt * HOUR_MS);
  const grid = model === 'regional' ? REGION : WORLD;
  return writeRun(directory, identity({ model, run: begins, stepsHours, grid, isPart }), fields);
}
