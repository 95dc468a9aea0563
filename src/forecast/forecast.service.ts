import { Injectable } from '@nestjs/common';
import { toInstant } from '../common/instant.js';
import { Problem } from '../common/problems/problem.js';
import { Configuration } from '../config/configuration.js';
import { RunCatalogue } from '../model-store/run-catalogue.js';
import { type ModelTarget, modelTargets, stepsOf } from '../models/model-targets.js';
import { answerFromClimatology, answerFromRun } from './answers.js';
import { planForecast } from './forecast-plan.js';
import { type ForecastQuery } from './forecast-query.js';
import { serializeForecast } from './forecast-serializer.js';
import { nextRunExpectedAt } from './run-schedule.js';

const HOUR_MS = 3_600_000;

/** A run may come any minute, by hand or late: whoever got none need not wait longer than this. */
const LONGEST_RETRY_SECONDS = 900;

/** The text of an answer, since when it holds and how long. */
export interface ServedForecast {
  body: string;
  lastModified: Date;
  maxAgeSeconds: number;
}

/** Answers forecast requests: chooses a source, reads the point, makes the timelines and writes the answer. */
@Injectable()
export class ForecastService {
  /** Climatology comes with the service: it may be another one after each start. */
  private readonly startedAt = new Date();

  private readonly targets: readonly ModelTarget[];

  constructor(
    private readonly catalogue: RunCatalogue,
    configuration: Configuration,
  ) {
    this.targets = modelTargets(configuration);
  }

  /**
   * @throws Problem forecast_unavailable when a model was asked for and no stored run covers what was asked,
   * invalid_parameter when none of it ever will
   */
  forecast(query: ForecastQuery, now: Date): ServedForecast {
    const untilHourSeconds = secondsUntil(nextHour(now), now);
    if (query.source === 'climatology') {
      return this.fromClimatology(query, now, untilHourSeconds);
    }
    const plan = planForecast(this.catalogue, query);
    if (plan) {
      const nextRun = nextRunExpectedAt(plan.model, plan.run.run, now);
      const maxAgeSeconds = Math.min(secondsUntil(nextRun, now), untilHourSeconds);
      const body = serializeForecast(answerFromRun(plan, query, nextRun));
      return { body, lastModified: lastModified(plan.run.publishedAt, query, now), maxAgeSeconds };
    }
    const target = this.targets.find(({ model }) => model.name === query.source);
    if (target) throw this.refusal(query, target, now);
    const maxAgeSeconds = Math.min(this.secondsUntilRun(this.targets, now), untilHourSeconds);
    return this.fromClimatology(query, now, maxAgeSeconds);
  }

  private fromClimatology(query: ForecastQuery, now: Date, maxAgeSeconds: number): ServedForecast {
    const body = serializeForecast(answerFromClimatology(query));
    return { body, lastModified: lastModified(this.startedAt, query, now), maxAgeSeconds };
  }

  private refusal({ start, latitude, longitude }: ForecastQuery, target: ModelTarget, now: Date): Problem {
    const { model } = target;
    const horizon = horizonOf(target, now);
    if (start > horizon) {
      const detail = `No run of ${model.name} reaches as far: the longest that may exist now ends at ${toInstant(horizon)}.`;
      return new Problem('invalid_parameter', { errors: [{ parameter: 'startTime', detail }] });
    }
    return new Problem('forecast_unavailable', {
      detail: `No stored run of ${model.name} covers the point ${latitude}, ${longitude} at ${toInstant(start)}.`,
      headers: { 'retry-after': String(this.secondsUntilRun([target], now)) },
    });
  }

  /** How long to wait for a run that may cover what none covers now. */
  private secondsUntilRun(targets: readonly ModelTarget[], now: Date): number {
    const nextRunMs = Math.min(
      ...targets.map(({ model }) => nextRunExpectedAt(model, undefined, now).getTime()),
    );
    return Math.min(secondsUntil(new Date(nextRunMs), now) + 1, LONGEST_RETRY_SECONDS);
  }
}

/** The end of the longest run that can have begun by now. */
function horizonOf(target: ModelTarget, now: Date): Date {
  return new Date(now.getTime() + (stepsOf(target).at(-1) ?? 0) * HOUR_MS);
}

/** An answer without a start of its own changes with each hour, too. */
function lastModified(sourceChanged: Date, { startIsDefault }: ForecastQuery, now: Date): Date {
  const hour = currentHour(now);
  return startIsDefault && hour > sourceChanged ? hour : sourceChanged;
}

function currentHour(now: Date): Date {
  return new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
}

function nextHour(now: Date): Date {
  return new Date(currentHour(now).getTime() + HOUR_MS);
}

function secondsUntil(time: Date, now: Date): number {
  return Math.floor((time.getTime() - now.getTime()) / 1000);
}
