import { toInstant } from '../../common/time/instant.js';
import { Problem } from '../../http/problems/problem.js';
import { type MetricCatalogue } from '../../metrics/metric-catalogue.js';
import { type StoredRun } from '../../model-store/read/stored-run.js';
import { type ModelSettings } from '../../config/model-settings.js';
import { type ModelTarget, stepsOf } from '../../models/model-target.js';
import { type Model } from '../../models/model.js';
import { latestRun, runDueAt, staleFrom } from '../../models/run-times.js';
import { answerFromClimatology, answerFromRuns, CLIMATOLOGY_ORIGIN, originOf } from './answers.js';
import { type ForecastAnswer } from '../timelines/forecast-answer.js';
import { type ForecastPlan, isStale, type ModelPlan, planForecast } from '../plan/forecast-plan.js';
import { type ForecastQuery } from '../request/forecast-query.js';
import { type AnswerFormat } from '../serving/answer-format.js';
import { rangeOf } from '../plan/model-plan.js';
import { UTC } from '../request/time-zone-at.js';
import { AnswerWarnings } from '../series/answer-warnings.js';
import { PlannedHours } from '../timelines/planned-hours.js';
import { RunSeries } from '../series/run-series.js';
import { nextRunExpectedAt } from '../plan/run-schedule.js';
import {
  type AnswerLife,
  type AnswerOrigin,
  plainAnswer,
  type ServedAnswer,
} from '../serving/served-answer.js';

const HOUR_MS = 3_600_000;

/** A run may come any minute, by hand or late: whoever got none need not wait longer than this. */
const LONGEST_RETRY_SECONDS = 900;

/** What is known of an answer before anything is read for it. */
export interface PlannedAnswer {
  life: AnswerLife;
  origin: AnswerOrigin;
  compose: () => ForecastAnswer;
}

/** What a dialect asks for. Times are milliseconds since 1970. */
export interface HoursQuery extends Pick<ForecastQuery, 'latitude' | 'longitude' | 'elevation' | 'source'> {
  firstMs: number;
  /** Exclusive. */
  endMs: number;
}

export interface PlannedSpan {
  life: AnswerLife;
  origin: AnswerOrigin;
  hours: PlannedHours | undefined;
}

const NO_ORIGIN: AnswerOrigin = { ...CLIMATOLOGY_ORIGIN, source: 'none' };

/** What a forecast request says beside its hours. */
const HOURS_ALONE = {
  fields: ['temperature'],
  timelines: [],
  units: 'metric',
  timeZone: UTC,
  startIsDefault: true,
  end: undefined,
} as const;

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
    const isAsked = ({ model }: ModelTarget) => model.name === query.source;
    const asked = models.find(isAsked) ?? knownModels.find(isAsked);
    const usable = (asked ? [asked] : models).map(({ model }) => model);
    const plan = planForecast(usable, runs, query, metrics, now);
    if (plan) return fromRuns(plan, usable, query, metrics, now);
    if (asked) {
      if (!isTaken(asked, models, runs)) throw notTaken(asked, models);
      throw refusal(query, asked, now);
    }
    const untilMs = Math.min(nextRunMsOf(usable, now), life.untilMs);
    return { ...climatology, life: { ...life, untilMs, longestAgeSeconds: LONGEST_RETRY_SECONDS } };
  }

  /**
   * The hours that runs give of a span, the past ones each from the newest run that has them. Undefined where no run has
   * any: there is no climatology in its place.
   */
  planHours(runs: readonly StoredRun[], asked: HoursQuery, now: Date): PlannedSpan {
    const { models, knownModels } = this.settings;
    const targets =
      asked.source === 'auto' ? models : knownModels.filter(({ model }) => model.name === asked.source);
    const usable = targets.map(({ model }) => model);
    const start = startOf(asked, usable, runs, now);
    const query = { ...asked, ...HOURS_ALONE, start: new Date(start), minutelyStart: new Date(start) };
    const spans = { daily: [{ startMs: asked.firstMs, endMs: asked.endMs }] };
    const plan = planForecast(usable, runs, query, this.metrics, now, spans);
    if (!plan) {
      const life = lifeOf(this.startedAt, query, now);
      const untilMs = Math.min(nextRunMsOf(usable, now), life.untilMs);
      return {
        life: { ...life, untilMs, longestAgeSeconds: LONGEST_RETRY_SECONDS },
        origin: NO_ORIGIN,
        hours: undefined,
      };
    }
    const { life, origin } = fromRuns(plan, usable, query, this.metrics, now);
    const series = new RunSeries({ ...query, ...plan }, this.metrics, new AnswerWarnings());
    return { life, origin, hours: new PlannedHours(series, plan.main) };
  }

  make({ life, origin, compose }: PlannedAnswer, format: AnswerFormat): ServedAnswer {
    return plainAnswer(format.whole(compose()), life, origin);
  }

  /** The pieces of what is too long to be made whole. The first is made at once: what fails does so by then. */
  begin({ compose }: PlannedAnswer, format: AnswerFormat): Generator<Buffer, void> {
    const pieces = format.pieces(compose());
    const first = pieces.next();
    return first.done ? pieces : startingWith(first.value, pieces);
  }
}

/** When the run that answers has to have begun: now, where that is asked for and runs reach it. */
function startOf(
  { firstMs, endMs }: HoursQuery,
  models: readonly Model[],
  runs: readonly StoredRun[],
  now: Date,
): number {
  const nowMs = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const asked = Math.max(firstMs, Math.min(nowMs, endMs - HOUR_MS));
  const lastMs = runs
    .filter(({ manifest }) => models.some(({ name }) => name === manifest.model))
    .reduce((last, run) => Math.max(last, rangeOf(run).lastMs), -Infinity);
  return lastMs >= firstMs ? Math.min(asked, lastMs) : asked;
}

function* startingWith(first: Buffer, others: Iterable<Buffer>): Generator<Buffer, void> {
  yield first;
  yield* others;
}

function fromRuns(
  plan: ForecastPlan,
  usable: readonly Model[],
  query: ForecastQuery,
  metrics: MetricCatalogue,
  now: Date,
): PlannedAnswer {
  const { main } = plan;
  const models = [...plan.models, ...plan.ensembles];
  const nextRuns = new Map(
    models.map(({ model, run }) => [model.name, nextRunExpectedAt(model, run.run, now)]),
  );
  const nextRunOf = ({ manifest }: StoredRun) => nextRuns.get(manifest.model)!;
  const ageMs = now.getTime() - main.run.run.getTime();
  const ageHours = isStale(main, plan.spans, now) ? Math.floor(ageMs / HOUR_MS) : undefined;
  const life = lifeOf(lastPublication(models), query, now);
  // A late run is expected anew each time that it did not come, and the age of a stale one is that of the hour.
  const late = models.filter(({ model, run }) => nextRunOf(run) > nextRunExpectedAt(model, run.run, run.run));
  const expectedSinceMs = Math.max(
    ...late.map(({ model }) => runDueAt(model, latestRun(model, now)).getTime()),
    // Without it the answer is another one, of runs that may have been published before.
    ...plan.staleEnsembles.map(({ model, run }) => staleFrom(model, run.run).getTime()),
  );
  const changedMs = Math.max(expectedSinceMs, ageHours === undefined ? -Infinity : life.fromMs);
  const missing = usable.filter(({ name }) => !nextRuns.has(name));
  const nextRunMs = Math.min(
    nextRunMsOf(missing, now),
    ...[...nextRuns.values()].map((nextRun) => nextRun.getTime()),
  );
  return {
    life: {
      ...life,
      lastModified: new Date(Math.max(life.lastModified.getTime(), changedMs)),
      fromMs: Math.max(life.fromMs, expectedSinceMs),
      untilMs: Math.min(nextRunMs, life.untilMs),
    },
    origin: originOf(main.run, nextRunOf(main.run)),
    compose: () => answerFromRuns(plan, query, metrics, { nextRunOf, ageHours }),
  };
}

/** Of the runs that take part, if only by what they say of how probable precipitation is. */
function lastPublication(models: readonly ModelPlan[]): Date {
  const runs = models.flatMap(({ segments }) =>
    segments.flatMap(({ run, earlierRuns }) => [run, ...earlierRuns]),
  );
  return new Date(Math.max(...runs.map(({ publishedAt }) => publishedAt.getTime())));
}

/** Whether the service has runs of a model, or will. */
function isTaken(
  { model }: ModelTarget,
  models: readonly ModelTarget[],
  runs: readonly StoredRun[],
): boolean {
  return (
    models.some((taken) => taken.model.name === model.name) ||
    runs.some(({ manifest }) => manifest.model === model.name)
  );
}

function notTaken({ model }: ModelTarget, models: readonly ModelTarget[]): Problem {
  const names = models.map((taken) => taken.model.name).join(', ');
  const detail = `This service doesn't download runs of ${model.name}: MODELS names ${names}.`;
  return new Problem('invalid_parameter', { errors: [{ parameter: 'source', detail }] });
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
  const waitSeconds = Math.floor((nextRunMsOf([model], now) - now.getTime()) / 1000) + 1;
  return new Problem('forecast_unavailable', {
    detail: `No stored run of ${model.name} covers the location ${latitude}, ${longitude} at ${toInstant(start)}.`,
    headers: { 'retry-after': String(Math.min(waitSeconds, LONGEST_RETRY_SECONDS)) },
  });
}

function wrongStart(detail: string): Problem {
  return new Problem('invalid_parameter', { errors: [{ parameter: 'startTime', detail }] });
}

/** When a run may come that covers what none covers now. */
function nextRunMsOf(models: readonly Model[], now: Date): number {
  return Math.min(...models.map((model) => nextRunExpectedAt(model, undefined, now).getTime()));
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
