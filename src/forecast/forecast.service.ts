import { Injectable } from '@nestjs/common';
import { toInstant } from '../common/instant.js';
import { Problem } from '../common/problems/problem.js';
import { Configuration } from '../config/configuration.js';
import { type UnitSystem } from '../meteo/units.js';
import { RunCatalogue } from '../model-store/run-catalogue.js';
import { type Model } from '../models/model.js';
import { MODELS } from '../models/models.js';
import { type AnswerWarning, AnswerWarnings } from './answer-warnings.js';
import { type ForecastMeta } from './forecast-answer.js';
import { type ForecastPlan, planForecast } from './forecast-plan.js';
import { type ForecastQuery } from './forecast-query.js';
import { serializeForecast } from './forecast-serializer.js';
import { deriveColumns } from './metric-columns.js';
import { nextRunExpectedAt } from './run-schedule.js';

const HOUR_MS = 3_600_000;

/** A run may come any minute, by hand or late: whoever got none need not wait longer than this. */
const LONGEST_RETRY_SECONDS = 900;

/** The text of an answer and how long it holds. */
export interface ServedForecast {
  body: string;
  maxAgeSeconds: number;
}

/** Answers forecast requests: chooses a run, reads the point, derives the metrics and writes the answer. */
@Injectable()
export class ForecastService {
  constructor(
    private readonly catalogue: RunCatalogue,
    private readonly configuration: Configuration,
  ) {}

  /**
   * @throws Problem forecast_unavailable when no stored run covers what was asked, invalid_parameter when none of the
   * asked model ever will
   */
  forecast(query: ForecastQuery, now: Date): ServedForecast {
    const plan = planForecast(this.catalogue, query);
    if (!plan) throw this.refusal(query, now);
    const warnings = new AnswerWarnings();
    const columns = deriveColumns(plan, query.fields, query.units, warnings);
    if (plan.outlastsRun) warnings.add('ends_with_run');
    const nextRun = nextRunExpectedAt(plan.model, plan.run.run, now);
    const body = serializeForecast({
      location: { lat: query.latitude, lon: query.longitude },
      firstTime: new Date(plan.run.run.getTime() + plan.firstHour * HOUR_MS),
      hours: plan.hours,
      columns,
      meta: describe(plan, query.units, nextRun, warnings.list()),
    });
    return { body, maxAgeSeconds: secondsUntil(earlier(nextRun, nextHour(now)), now) };
  }

  private refusal({ source, start, latitude, longitude }: ForecastQuery, now: Date): Problem {
    const horizon = source === 'auto' ? undefined : this.horizon(MODELS[source], now);
    if (horizon && start > horizon) {
      const detail = `No run of ${source} reaches as far: the longest that may exist now ends at ${toInstant(horizon)}.`;
      return new Problem('invalid_parameter', { errors: [{ parameter: 'startTime', detail }] });
    }
    const models = Object.values(MODELS);
    const nextRunMs = Math.min(...models.map((model) => nextRunExpectedAt(model, undefined, now).getTime()));
    const retrySeconds = Math.min(secondsUntil(new Date(nextRunMs), now) + 1, LONGEST_RETRY_SECONDS);
    return new Problem('forecast_unavailable', {
      detail: `No stored model run covers the point ${latitude}, ${longitude} at ${toInstant(start)}.`,
      headers: { 'retry-after': String(retrySeconds) },
    });
  }

  /** The end of the longest run that can have begun by now. */
  private horizon(model: Model, now: Date): Date {
    const { gfsResolution, gfsMaxStepHours } = this.configuration;
    const lastStep = model.resolutions[gfsResolution].steps(gfsMaxStepHours).at(-1) ?? 0;
    return new Date(now.getTime() + lastStep * HOUR_MS);
  }
}

function describe(
  { run, point }: ForecastPlan,
  units: UnitSystem,
  nextRun: Date,
  warnings: AnswerWarning[],
): ForecastMeta {
  const elevation = Math.round(point.staticValue('terrainHeight'));
  const ofRun = run.manifest.warnings.map((warning) => ({ ...warning, fields: [] }));
  return {
    source: run.manifest.model,
    run: toInstant(run.run),
    publishedAt: toInstant(run.publishedAt),
    nextRunExpectedAt: toInstant(nextRun),
    units,
    timezone: 'UTC',
    grid: {
      resolution: run.manifest.grid.latitudeIncrement,
      elevation: Number.isNaN(elevation) ? null : elevation,
      interpolation: 'bilinear',
    },
    attribution: run.manifest.attribution,
    warnings: [...warnings, ...ofRun],
  };
}

function nextHour(now: Date): Date {
  return new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

function secondsUntil(time: Date, now: Date): number {
  return Math.floor((time.getTime() - now.getTime()) / 1000);
}
