import { toInstant } from '../../common/time/instant.js';
import { Problem } from '../../http/problems/problem.js';
import { type MetricCatalogue } from '../../metrics/metric-catalogue.js';
import { type StoredRun } from '../../model-store/read/stored-run.js';
import { type ModelSettings } from '../../config/model-settings.js';
import { type ModelTarget, stepsOf } from '../../models/model-target.js';
import { latestRun, runDueAt, staleFrom } from '../../models/run-times.js';
import { answerFromClimatology, answerFromRun, CLIMATOLOGY_ORIGIN, originOf } from './answers.js';
import { type ForecastAnswer } from '../timelines/forecast-answer.js';
import { type ForecastPlan, planForecast, type RunSegment } from '../plan/forecast-plan.js';
import { type ForecastQuery } from '../request/forecast-query.js';
import { forecastPieces, serializeForecast } from './forecast-serializer.js';
import { nextRunExpectedAt } from '../plan/run-schedule.js';
import {
  type AnswerLife,
  type AnswerOrigin,
  plainAnswer,
  type ServedAnswer,
} from '../serving/served-answer.js';
import { endOf } from '../request/timeline-spans.js';

const HOUR_MS = 3_600_000;

/** A run may come any minute, by hand or late: whoever got none need not wait longer than this. */
const LONGEST_RETRY_SECONDS = 900;

/** What is known of an answer before anything is read for it. */
export interface PlannedAnswer {
  life: AnswerLife;
  origin: AnswerOrigin;
  compose: () => ForecastAnswer;
}

/** Makes answers: chooses a source, then reads the point, makes the timelines and writes the answer. */
export class ForecastMaker {
  /** Climatology comes with the service: it may be another one after each start. */
  readonly startedAt = new Date();

  constructor(
    private readonly settings: ModelSettings,
    private readonly metrics: MetricCatalogue,
  ) {}

  /**
   * @param runs those that may answer, newest first
   * @throws Problem forecast_unavailable when a model was asked for and no run covers what was asked, invalid_parameter
   * when none of it ever will
   */
  plan(runs: readonly StoredRun[], query: ForecastQuery, now: Date): PlannedAnswer {
    const life = lifeOf(this.startedAt, query, now);
    const { metrics } = this;
    const climatology = {
      life,
      origin: CLIMATOLOGY_ORIGIN,
      compose: () => answerFromClimatology(query, metrics),
    };
    if (query.source === 'climatology') return climatology;
    const { models, knownModels } = this.settings;
    const asked = knownModels.filter(({ model }) => model.name === query.source);
    const usable = query.source === 'auto' ? models : asked;
    const plan = planForecast(
      usable.map(({ model }) => model),
      runs,
      query,
    );
    if (plan) return fromRun(plan, query, metrics, now);
    const [target] = asked;
    if (target) throw refusal(query, target, now);
    const untilMs = Math.min(nextRunMsOf(models, now), life.untilMs);
    return { ...climatology, life: { ...life, untilMs, longestAgeSeconds: LONGEST_RETRY_SECONDS } };
  }

  make({ life, origin, compose }: PlannedAnswer): ServedAnswer {
    return plainAnswer(serializeForecast(compose()), life, origin);
  }

  /** The pieces of what is too long to be made whole. The first is made at once: what fails does so by then. */
  begin({ compose }: PlannedAnswer): Generator<Buffer, void> {
    const pieces = forecastPieces(compose());
    const first = pieces.next();
    return first.done ? pieces : startingWith(first.value, pieces);
  }
}

function* startingWith(first: Buffer, others: Iterable<Buffer>): Generator<Buffer, void> {
  yield first;
  yield* others;
}

function fromRun(
  plan: ForecastPlan,
  query: ForecastQuery,
  metrics: MetricCatalogue,
  now: Date,
): PlannedAnswer {
  const { model, run, segments } = plan;
  const nextRun = nextRunExpectedAt(model, run.run, now);
  const ageHours = isStale(plan, now) ? Math.floor((now.getTime() - run.run.getTime()) / HOUR_MS) : undefined;
  const life = lifeOf(lastPublication(segments), query, now);
  // A late run is expected anew each time that it did not come, and the age of a stale one is that of the hour.
  const isLate = nextRun > nextRunExpectedAt(model, run.run, run.run);
  const expectedSinceMs = isLate ? runDueAt(model, latestRun(model, now)).getTime() : -Infinity;
  const changedMs = Math.max(expectedSinceMs, ageHours === undefined ? -Infinity : life.fromMs);
  return {
    life: {
      ...life,
      lastModified: new Date(Math.max(life.lastModified.getTime(), changedMs)),
      fromMs: Math.max(life.fromMs, expectedSinceMs),
      untilMs: Math.min(nextRun.getTime(), life.untilMs),
    },
    origin: originOf(run, nextRun),
    compose: () => answerFromRun(plan, query, metrics, { nextRun, ageHours }),
  };
}

/** Of the runs that take part, if only by what they say of how probable precipitation is. */
function lastPublication(segments: readonly RunSegment[]): Date {
  const runs = segments.flatMap(({ run, earlierRuns }) => [run, ...earlierRuns]);
  return new Date(Math.max(...runs.map(({ publishedAt }) => publishedAt.getTime())));
}

/** Whether a newer run, which is overdue, would tell more of the future. The past has runs of its own. */
function isStale({ model, run, isNewest, spans }: ForecastPlan, now: Date): boolean {
  return isNewest && now >= staleFrom(model, run.run) && endOf(spans) > now.getTime();
}

function refusal({ start, latitude, longitude }: ForecastQuery, target: ModelTarget, now: Date): Problem {
  const { model } = target;
  const horizon = horizonOf(target, now);
  if (start > horizon) {
    return wrongStart(
      `No run of ${model.name} reaches that far: the longest possible one ends at ${toInstant(horizon)}.`,
    );
  }
  const existsSince = new Date(model.existsSince);
  if (start < existsSince) {
    return wrongStart(`${model.name} has no runs before ${toInstant(existsSince)}.`);
  }
  const waitSeconds = Math.floor((nextRunMsOf([target], now) - now.getTime()) / 1000) + 1;
  return new Problem('forecast_unavailable', {
    detail: `No stored run of ${model.name} covers the location ${latitude}, ${longitude} at ${toInstant(start)}.`,
    headers: { 'retry-after': String(Math.min(waitSeconds, LONGEST_RETRY_SECONDS)) },
  });
}

function wrongStart(detail: string): Problem {
  return new Problem('invalid_parameter', { errors: [{ parameter: 'startTime', detail }] });
}

/** When a run may come that covers what none covers now. */
function nextRunMsOf(targets: readonly ModelTarget[], now: Date): number {
  return Math.min(...targets.map(({ model }) => nextRunExpectedAt(model, undefined, now).getTime()));
}

/** The end of the longest run that can have begun by now. */
function horizonOf(target: ModelTarget, now: Date): Date {
  return new Date(now.getTime() + (stepsOf(target).at(-1) ?? 0) * HOUR_MS);
}

/** An answer holds for an hour at most, and without a start of its own it changes with each. */
function lifeOf(sourceChanged: Date, { startIsDefault }: ForecastQuery, now: Date): AnswerLife {
  const hourMs = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const isOlder = startIsDefault && sourceChanged.getTime() < hourMs;
  return {
    lastModified: isOlder ? new Date(hourMs) : sourceChanged,
    fromMs: hourMs,
    untilMs: hourMs + HOUR_MS,
    longestAgeSeconds: Infinity,
  };
}
