import { HOUR_MS, toInstant } from '../../core/time/index.js';
import { Problem } from '../../core/http/index.js';
import type { WeightsState } from '../../weather/consensus/index.js';
import type { MetricCatalogue } from '../../weather/metrics/index.js';
import type { StoredRun } from '../../store/read/index.js';
import type { ModelSettings } from '../../core/config/index.js';
import {
  type Model,
  type ModelTarget,
  latestRun,
  runDueAt,
  staleFrom,
  stepsOf,
} from '../../weather/models/index.js';
import {
  answerFromClimatology,
  answerFromRuns,
  CLIMATOLOGY_ORIGIN,
  originOf,
  provenanceOf,
  type RunOutlook,
  warnOfAge,
} from './answers.js';
import { type GroundedPlan, lifeOnGround, PENDING, type PlaceGround, seriesRequest } from './place-ground.js';
import { type ForecastAnswer } from '../timelines/forecast-answer.js';
import { isStale, type ModelPlan, planForecast } from '../plan/forecast-plan.js';
import { placeHeight } from '../plan/place-height.js';
import { type GroundService } from '../ground/ground.service.js';
import { type ForecastQuery } from '../request/forecast-query.js';
import { type AnswerFormat } from '../serving/answer-format.js';
import { hourOf } from '../request/timeline-spans.js';
import { UTC } from '../request/time-zone-at.js';
import { AnswerWarnings } from '../series/answer-warnings.js';
import { PlannedHours } from '../timelines/planned-hours.js';
import { RunSeries } from '../series/run-series.js';
import { nextRunExpectedAt } from '../plan/next-run-expected.js';
import {
  type AnswerLife,
  type AnswerOrigin,
  plainAnswer,
  type ServedAnswer,
} from '../serving/served-answer.js';

/** Longest wait for a forecast that no run covers: a run can arrive at any time, late or ingested manually. */
const LONGEST_RETRY_SECONDS = 900;

/** What responses are built from. */
export interface ForecastBasis {
  /** Candidates, newest first, and the terrains that are kept. */
  runs: readonly StoredRun[];
  weights: WeightsState;
}

/** What is known of a response before any data is read for it. */
export interface PlannedAnswer {
  life: AnswerLife;
  origin: AnswerOrigin;
  compose: () => ForecastAnswer;
}

/** The hours that a dialect requests. Times are milliseconds since 1970; an elevation of NaN turns its correction off. */
export interface HoursQuery extends Pick<ForecastQuery, 'latitude' | 'longitude' | 'elevation' | 'source'> {
  firstMs: number;
  /** Exclusive. */
  endMs: number;
}

export interface PlannedSpan {
  life: AnswerLife;
  origin: AnswerOrigin;
  ground: PlaceGround;
  hours: PlannedHours | undefined;
}

const NO_ORIGIN: AnswerOrigin = { ...CLIMATOLOGY_ORIGIN, source: 'none' };

/** Fills in what a forecast query has and an `HoursQuery` lacks. */
const HOURS_ALONE = {
  fields: ['temperature'],
  timelines: [],
  units: 'metric',
  timeZone: UTC,
  correction: 'auto',
  startIsDefault: true,
  end: undefined,
  runsAlone: true,
} as const;

/** Builds responses: chooses a source, reads the data at the point, makes the timelines and serializes them. */
export class ForecastMaker {
  /** Stands for the version of the climatology, which ships with the service and can only change at a restart. */
  readonly startedAt = new Date();

  constructor(
    private readonly settings: ModelSettings,
    private readonly metrics: MetricCatalogue,
    private readonly ground: Pick<GroundService, 'isFor' | 'heightAt'>,
  ) {}

  /**
   * @throws Problem forecast_unavailable if no run of the requested model covers the request, invalid_parameter if none
   * ever will
   */
  plan({ runs, weights }: ForecastBasis, query: ForecastQuery, now: Date): PlannedAnswer {
    const ground = this.groundOf(query);
    const life = { ...lifeOf(this.startedAt, query, now), ...lifeOnGround(ground) };
    const { metrics } = this;
    const climatology = (height = () => undefined as number | undefined) => ({
      life,
      origin: CLIMATOLOGY_ORIGIN,
      compose: () => answerFromClimatology(query, metrics, height(), ground),
    });
    if (query.source === 'climatology') return climatology();
    const { models, knownModels } = this.settings;
    const isAsked = ({ model }: ModelTarget) => model.name === query.source;
    const asked = models.find(isAsked) ?? knownModels.find(isAsked);
    const usable = (asked ? [asked] : models).map(({ model }) => model);
    const plan = planForecast(usable, runs, query, metrics, now, undefined, weights);
    if (plan) return fromRuns({ ...plan, ground }, usable, query, metrics, now, this.startedAt);
    if (asked) {
      if (!isTaken(asked, models, runs)) throw notTaken(asked, models);
      throw refusal(query, asked, now);
    }
    const untilMs = Math.min(nextRunMsOf(usable, now), life.untilMs);
    const height = () => placeHeight(usable, runs, query);
    return { ...climatology(height), life: { ...life, untilMs, longestAgeSeconds: LONGEST_RETRY_SECONDS } };
  }

  /**
   * Plans the hours of a span from runs, past ones each from the newest run that has them. `hours` is undefined if no
   * run has any: climatology never takes their place.
   */
  planHours({ runs, weights }: ForecastBasis, asked: HoursQuery, now: Date): PlannedSpan {
    const { models, knownModels } = this.settings;
    const targets =
      asked.source === 'auto' ? models : knownModels.filter(({ model }) => model.name === asked.source);
    const usable = targets.map(({ model }) => model);
    const start = new Date(Math.max(asked.firstMs, Math.min(hourOf(now.getTime()), asked.endMs - HOUR_MS)));
    const query = { ...asked, ...HOURS_ALONE, start, minutelyStart: start };
    const hourly = { firstMs: asked.firstMs, count: (asked.endMs - asked.firstMs) / HOUR_MS };
    const planned = planForecast(usable, runs, query, this.metrics, now, { hourly }, weights);
    const ground = this.groundOf(asked);
    if (!planned) {
      const life = lifeOf(this.startedAt, query, now);
      const untilMs = Math.min(nextRunMsOf(usable, now), life.untilMs);
      return {
        life: { ...life, untilMs, longestAgeSeconds: LONGEST_RETRY_SECONDS, ...lifeOnGround(ground) },
        origin: NO_ORIGIN,
        ground,
        hours: undefined,
      };
    }
    const plan = { ...planned, ground };
    const { life, origin, outlook } = fromRuns(plan, usable, query, this.metrics, now, this.startedAt);
    const warnings = new AnswerWarnings();
    warnOfAge(warnings, outlook.ageHours);
    const series = new RunSeries(seriesRequest(plan, query), this.metrics, warnings);
    const provenance: PlannedHours['provenance'] = (fields, hourMs) =>
      provenanceOf(series, fields, { firstMs: hourMs, endMs: hourMs + HOUR_MS }, warnings, outlook.nextRunOf);
    return { life, origin, ground, hours: new PlannedHours(series, plan.main!.run, provenance) };
  }

  /** The height that a place has by default in `auto`; undefined if that is the models'. */
  private groundOf(
    query: Pick<ForecastQuery, 'latitude' | 'longitude' | 'elevation' | 'source'>,
  ): PlaceGround {
    return this.ground.isFor(query) ? (this.ground.heightAt(query) ?? PENDING) : undefined;
  }

  make({ life, origin, compose }: PlannedAnswer, format: AnswerFormat): ServedAnswer {
    return plainAnswer(format.whole(compose()), life, origin);
  }

  /** Returns the pieces of a long response. Builds the first one right away, so that errors are thrown by this call. */
  begin({ compose }: PlannedAnswer, format: AnswerFormat): Generator<Buffer, void> {
    const pieces = format.pieces(compose());
    const first = pieces.next();
    return first.done ? pieces : startingWith(first.value, pieces);
  }
}

function* startingWith(first: Buffer, others: Iterable<Buffer>): Generator<Buffer, void> {
  yield first;
  yield* others;
}

function fromRuns(
  plan: GroundedPlan,
  usable: readonly Model[],
  query: ForecastQuery,
  metrics: MetricCatalogue,
  now: Date,
  climatologyChanged: Date,
): PlannedAnswer & { outlook: RunOutlook } {
  const { main } = plan;
  const models = [...plan.models, ...plan.ensembles];
  const nextRuns = new Map(
    models.map(({ model, run }) => [model.name, nextRunExpectedAt(model, run.run, now)]),
  );
  const nextRunOf = ({ manifest }: StoredRun) => nextRuns.get(manifest.model)!;
  const ageHours =
    main && isStale(main, plan.spans, now)
      ? Math.floor((now.getTime() - main.newest.run.getTime()) / HOUR_MS)
      : undefined;
  const outlook = { nextRunOf, ageHours };
  const isFilled = plan.isFilled && plan.gaps.length > 0;
  const changed = lastPublication(models, isFilled ? climatologyChanged : new Date(0));
  const life = lifeOf(changed, query, now, plan.weights ?? plan.correcting);
  // Whenever a late run fails to arrive, its expected time moves on; the age of a stale run changes every hour.
  const late = models.filter(({ model, run }) => nextRunOf(run) > nextRunExpectedAt(model, run.run, run.run));
  const expectedSinceMs = Math.max(
    ...late.map(({ model }) => runDueAt(model, latestRun(model, now)).getTime()),
    // Leaving out an ensemble that became stale changes the response, whose runs may have been published before that.
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
      ...lifeOnGround(plan.ground),
    },
    origin: main ? originOf(main.run, nextRunOf(main.run)) : CLIMATOLOGY_ORIGIN,
    outlook,
    compose: () => answerFromRuns(plan, query, metrics, outlook),
  };
}

/** The latest publication of all contributing runs, including those that only affect the precipitation probability. */
function lastPublication(models: readonly ModelPlan[], other: Date): Date {
  const runs = models.flatMap(({ segments }) =>
    segments.flatMap(({ run, earlierRuns }) => [run, ...earlierRuns]),
  );
  return new Date(Math.max(other.getTime(), ...runs.map(({ publishedAt }) => publishedAt.getTime())));
}

/** Whether the service has runs of a model, or downloads them. */
function isTaken(
  { model }: ModelTarget,
  models: readonly ModelTarget[],
  runs: readonly StoredRun[],
): boolean {
  return (
    models.some((taken) => taken.model.name === model.name) ||
    runs.some(({ manifest, isTerrain }) => manifest.model === model.name && !isTerrain)
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

/** When the next run is expected that may cover what no run covers now. */
function nextRunMsOf(models: readonly Model[], now: Date): number {
  return Math.min(...models.map((model) => nextRunExpectedAt(model, undefined, now).getTime()));
}

/** The end of the longest run that can have started by now. */
function horizonOf(target: ModelTarget, now: Date): Date {
  return new Date(now.getTime() + (stepsOf(target).at(-1) ?? 0) * HOUR_MS);
}

/** A response is valid until the end of the hour; without a requested start, it changes every hour. */
function lifeOf(
  runsChanged: Date,
  { startIsDefault }: ForecastQuery,
  now: Date,
  weights?: WeightsState,
): AnswerLife {
  const hourMs = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const sourceChanged = new Date(Math.max(runsChanged.getTime(), weights?.since.getTime() ?? 0));
  const isOlder = startIsDefault && sourceChanged.getTime() < hourMs;
  return {
    lastModified: isOlder ? new Date(hourMs) : sourceChanged,
    fromMs: hourMs,
    untilMs: hourMs + HOUR_MS,
    longestAgeSeconds: Infinity,
    weightsNumber: weights?.number,
  };
}
