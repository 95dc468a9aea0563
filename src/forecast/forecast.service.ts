import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { andThen, type Awaitable } from '../common/awaitable.js';
import { Configuration } from '../config/configuration.js';
import { Problem } from '../http/problems/problem.js';
import { type UnitSystem } from '../meteo/units.js';
import { MetricCatalogue } from '../metrics/metric-catalogue.js';
import { RunCatalogue } from '../model-store/catalogue/run-catalogue.js';
import { type StoredRun } from '../model-store/read/stored-run.js';
import { type ForecastAnswer } from './timelines/forecast-answer.js';
import { type ForecastColumns, columnsOf } from './answer/forecast-columns.js';
import { type KeptAnswer, keptAnswer } from './answer/kept-answer.js';
import { ForecastQueries } from './request/forecast-queries.js';
import { type ForecastRequestDto } from './request/forecast-request.dto.js';
import { type BatchQuery } from './request/batch-query.js';
import {
  ForecastMaker,
  type HoursQuery,
  type PlannedAnswer,
  type PlannedSpan,
} from './answer/forecast-maker.js';
import { AnswerCache, type AnswerCacheNumbers } from './serving/answer-cache.js';
import {
  type BatchAnswer,
  batchAnswer,
  batchMeta,
  joinedPieces,
  shortestOf,
  writtenPieces,
} from './serving/batch-answer.js';
import { isLong, type KeyedQuery } from './request/keyed-query.js';
import { type AcceptedCoding, type ContentCoding } from '../http/coding/content-coding.js';
import { type AcceptedForm, type AnswerFormat } from './serving/answer-format.js';
import { LongAnswers } from './serving/long-answers.js';
import {
  type AnswerLife,
  answerHead,
  codedAnswer,
  inCoding,
  plainAnswer,
  type ServedAnswer,
  type StreamedAnswer,
} from './serving/served-answer.js';
import { unlessDamaged } from './serving/unless-damaged.js';

const MEBIBYTE = 2 ** 20;

/** Plans the hours of a location from the runs that a response is built from. */
export type HoursOf = (asked: HoursQuery) => PlannedSpan;

/** Serves forecasts, from a cache of responses while those are valid. */
@Injectable()
export class ForecastService {
  readonly queries: ForecastQueries;
  private readonly maker: ForecastMaker;
  private readonly answers = new AnswerCache({ maxBytes: 64 * MEBIBYTE, maxAnswerBytes: MEBIBYTE });
  private readonly long = new LongAnswers();
  private runs: readonly StoredRun[] = [];

  constructor(
    private readonly catalogue: RunCatalogue,
    configuration: Configuration,
    metrics: MetricCatalogue,
  ) {
    this.maker = new ForecastMaker(configuration, metrics);
    const models = configuration.knownModels
      .filter(({ model }) => !model.ensemble)
      .map(({ model }) => model.name);
    this.queries = new ForecastQueries(metrics, models);
  }

  get cache(): AnswerCacheNumbers {
    return this.answers.numbers;
  }

  /** Long responses refused since the process started, by the limit that was reached. */
  get refusedLongAnswers(): Readonly<Record<'client' | 'process', number>> {
    return this.long.refused;
  }

  /**
   * @throws Problem forecast_unavailable if no stored run of the requested model covers the request, invalid_parameter
   * if none ever will
   */
  forecast(asked: KeyedQuery, accepted: AcceptedForm, nowMs: number): Awaitable<ServedAnswer> {
    return unlessDamaged(() => this.answer(asked, accepted, nowMs));
  }

  /**
   * The forecast for a point as columns of numbers.
   *
   * @param request the members of the body of `POST /v1/weather/forecast`
   * @throws as `forecast`, and Problem invalid_parameter that points to every fault, or if the forecast would have more
   * than 10,000 values, the most that are calculated in one turn of the event loop
   */
  async columns(request: ForecastRequestDto, now = new Date()): Promise<ForecastColumns> {
    const { query, values } = this.queries.parseBody({ ...request }, now);
    if (isLong({ values })) throw tooLong(values);
    return unlessDamaged(() => columnsOf(this.maker.plan(this.currentRuns(), query, now).compose()));
  }

  private answer(
    asked: KeyedQuery,
    { format, coding: accepted }: AcceptedForm,
    nowMs: number,
  ): Awaitable<ServedAnswer> {
    const runs = this.currentRuns();
    const plain = () => this.plain(runs, asked, format, nowMs);
    return this.coded(asked.key + format.keySuffix, accepted, nowMs, plain);
  }

  /**
   * A forecast in another feature's format, cached like this feature's own formats.
   *
   * @param form distinguishes the format in cache keys
   * @throws as `forecast`
   */
  written(
    { key, query }: KeyedQuery,
    form: string,
    accepted: AcceptedCoding,
    nowMs: number,
    write: (columns: ForecastColumns) => Buffer,
  ): Awaitable<ServedAnswer> {
    return unlessDamaged(() => {
      const runs = this.currentRuns();
      const formKey = `${key} ${form}`;
      const plain = () =>
        this.kept(runs, formKey, nowMs, () => {
          const { life, origin, compose } = this.maker.plan(runs, query, new Date(nowMs));
          return plainAnswer(write(columnsOf(compose())), life, origin);
        });
      return this.coded(formKey, accepted, nowMs, plain);
    });
  }

  /**
   * A response in another service's format, cached by its key.
   *
   * @param make builds the response from `hoursOf`; the result must stay the same for the duration of its `life`
   */
  inDialect(
    key: string,
    accepted: AcceptedCoding,
    nowMs: number,
    make: (hoursOf: HoursOf) => Pick<ServedAnswer, 'body' | 'origin'> & { life: AnswerLife },
  ): Awaitable<ServedAnswer> {
    return unlessDamaged(() => {
      const runs = this.currentRuns();
      const plain = () =>
        this.kept(runs, key, nowMs, () => {
          const { body, life, origin } = make(this.hoursOf(runs, nowMs));
          return plainAnswer(body, life, origin);
        });
      return this.coded(key, accepted, nowMs, plain);
    });
  }

  /**
   * Streams a response in another service's format that is too long to build at once. Not cached.
   *
   * @throws Problem overloaded
   */
  inDialectPieces(
    coding: ContentCoding,
    clientId: string,
    nowMs: number,
    begin: (hoursOf: HoursOf) => Iterator<Buffer>,
  ): Awaitable<Readable> {
    return unlessDamaged(() => {
      this.long.admit(clientId);
      const runs = this.currentRuns();
      return this.long.stream(clientId, begin(this.hoursOf(runs, nowMs)), runs, coding);
    });
  }

  private hoursOf(runs: readonly StoredRun[], nowMs: number): HoursOf {
    return (asked) => this.maker.planHours(runs, asked, new Date(nowMs));
  }

  private coded(
    key: string,
    accepted: AcceptedCoding,
    nowMs: number,
    plain: () => ServedAnswer,
  ): Awaitable<ServedAnswer> {
    if (accepted.coding === 'identity') return plain();
    const codedKey = `${key} ${accepted.coding}${accepted.evenIfSmall ? '!' : ''}`;
    return this.answers.getOrMake(codedKey, nowMs, () =>
      andThen(plain(), (answer) => codedAnswer(answer, accepted)),
    );
  }

  /**
   * Streams a forecast that is too long to build at once: each piece is built as the client reads. Not cached.
   *
   * @throws as `forecast`, and Problem overloaded
   */
  longForecast(
    { key, query }: KeyedQuery,
    { format, coding: { coding } }: AcceptedForm,
    clientId: string,
    nowMs: number,
  ): Awaitable<StreamedAnswer> {
    return unlessDamaged(() => {
      this.long.admit(clientId);
      const runs = this.currentRuns();
      const planned = this.maker.plan(runs, query, new Date(nowMs));
      const { life, origin } = planned;
      const { startedAt } = this.maker;
      const sources = runs.map(({ name, publishedAt }) => [name, publishedAt]);
      const head = answerHead(
        JSON.stringify([key, format.mediaType, startedAt, sources, origin, life]),
        life,
      );
      const body = this.long.stream(clientId, this.maker.begin(planned, format), runs, coding);
      return { ...head, ...inCoding(head, coding), body };
    });
  }

  /** The forecasts of a short batch, all from the same runs. */
  batch(
    { points, units }: BatchQuery,
    { format, coding }: AcceptedForm,
    nowMs: number,
  ): Awaitable<BatchAnswer> {
    const { batch } = format;
    return unlessDamaged(() => {
      const runs = this.currentRuns();
      if ('writer' in batch) {
        const { planned, ...of } = this.planned(runs, points, units, nowMs);
        const pieces = writtenPieces(composedOf(planned), of.meta, batch.writer());
        return batchAnswer(pieces, of.shortest, coding);
      }
      const answers = points.map((point) => this.plain(runs, point, format, nowMs));
      const bodies = answers.map(({ body }) => [body]);
      const meta = batchMeta(answers, units);
      return batchAnswer(joinedPieces(bodies, meta, batch), shortestOf(answers), coding);
    });
  }

  /**
   * Streams the forecasts of a long batch, all from the same runs, each built as the client reads.
   *
   * @throws as `forecast`, and Problem overloaded
   */
  longBatch(
    { points, units }: BatchQuery,
    { format, coding: { coding } }: AcceptedForm,
    clientId: string,
    nowMs: number,
  ): BatchAnswer<Readable> {
    this.long.admit(clientId);
    const runs = this.currentRuns();
    const { planned, meta, shortest } = this.planned(runs, points, units, nowMs);
    const { batch } = format;
    const pieces =
      'writer' in batch
        ? writtenPieces(composedOf(planned), meta, batch.writer())
        : joinedPieces(this.forecastsOf(points, planned, format, runs, nowMs), meta, batch);
    return { body: this.long.stream(clientId, pieces, runs, coding), coding, shortest };
  }

  /**
   * Calculates the forecasts of a batch one by one from the current runs, as data to store. Yields `undefined` wherever
   * a turn of the event loop may end.
   *
   * @throws as `forecast`, and DamagedRunError
   */
  *keptAnswers({ points }: BatchQuery, nowMs: number): Generator<KeptAnswer | undefined, void> {
    const runs = this.currentRuns();
    for (const run of runs) run.retain();
    const now = new Date(nowMs);
    try {
      // Plans all points first, so that one that fails does so before forecasts are calculated that a retry would
      // repeat.
      for (const { query } of points) {
        this.maker.plan(runs, query, now);
        yield undefined;
      }
      for (const { query } of points) {
        const { origin, compose } = this.maker.plan(runs, query, now);
        yield* keptAnswer(origin, compose());
      }
    } finally {
      for (const run of runs) run.release();
    }
  }

  private planned(
    runs: readonly StoredRun[],
    points: readonly KeyedQuery[],
    units: UnitSystem,
    nowMs: number,
  ): { planned: PlannedAnswer[]; meta: object; shortest: AnswerLife } {
    const planned = points.map(({ query }) => this.maker.plan(runs, query, new Date(nowMs)));
    return {
      planned,
      meta: batchMeta(planned, units),
      shortest: shortestOf(planned.map(({ life }) => life)),
    };
  }

  /** @param planned emptied along the way: a plan keeps the data that was read for it in memory */
  private *forecastsOf(
    points: readonly KeyedQuery[],
    planned: PlannedAnswer[],
    format: AnswerFormat,
    runs: readonly StoredRun[],
    nowMs: number,
  ): Generator<Iterable<Buffer>, void> {
    for (const point of points) {
      const plan = planned.shift()!;
      const make = () => this.maker.make(plan, format);
      yield isLong(point)
        ? this.maker.begin(plan, format)
        : [this.kept(runs, point.key + format.keySuffix, nowMs, make).body];
    }
  }

  private plain(
    runs: readonly StoredRun[],
    { key, query }: KeyedQuery,
    format: AnswerFormat,
    nowMs: number,
  ): ServedAnswer {
    return this.kept(runs, key + format.keySuffix, nowMs, () =>
      this.maker.make(this.maker.plan(runs, query, new Date(nowMs)), format),
    );
  }

  private kept(
    runs: readonly StoredRun[],
    key: string,
    nowMs: number,
    make: () => ServedAnswer,
  ): ServedAnswer {
    // A batch continues with the runs that it started with, while the cache is for the current ones.
    return runs === this.runs ? this.answers.getOrMake(key, nowMs, make) : make();
  }

  /**
   * Returns the same array until a run is published or deleted, then clears the cache: any run can contribute to a
   * response, an older one by earlier hours or by its share in the precipitation probability of the same hours.
   */
  private currentRuns(): readonly StoredRun[] {
    const runs = this.catalogue.runs();
    if (runs === this.runs) return runs;
    const isSame = runs.length === this.runs.length && runs.every((run, i) => run === this.runs[i]);
    if (!isSame) {
      this.answers.clear();
      this.runs = runs;
    }
    return this.runs;
  }
}

/** @param planned emptied along the way: a plan keeps the data that was read for it in memory */
function* composedOf(planned: PlannedAnswer[]): Generator<ForecastAnswer, void> {
  for (let plan = planned.shift(); plan; plan = planned.shift()) yield plan.compose();
}

function tooLong(values: number): Problem {
  const detail = `The forecast would have ${values} values; the maximum is 10,000. Request fewer fields or timelines, or a shorter span.`;
  return new Problem('invalid_parameter', { detail });
}
