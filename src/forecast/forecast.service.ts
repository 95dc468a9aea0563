import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Awaitable } from '../core/common/index.js';
import { Configuration } from '../core/config/index.js';
import { type AcceptedCoding, type ContentCoding, Problem } from '../core/http/index.js';
import { ConsensusWeights } from '../weather/consensus/index.js';
import { MetricCatalogue } from '../weather/metrics/index.js';
import { RunCatalogue } from '../store/catalogue/index.js';
import { type ForecastColumns, columnsOf } from './answer/forecast-columns.js';
import { ForecastBatches } from './answer/forecast-batches.js';
import {
  type ForecastBasis,
  ForecastMaker,
  type HoursQuery,
  type PlannedSpan,
} from './answer/forecast-maker.js';
import { type GroundPlace, GroundService } from './ground/ground.service.js';
import { type KeptAnswer, keptAnswer } from './answer/stored-answer.js';
import { RunAnswers } from './answer/run-answers.js';
import type { BatchQuery } from './request/batch-query.js';
import { ForecastQueries } from './request/forecast-queries.js';
import type { ForecastQuery } from './request/forecast-query.js';
import type { ForecastRequestDto } from './request/forecast-request.dto.js';
import { isLong, type KeyedQuery } from './request/keyed-query.js';
import type { AnswerCacheNumbers } from './serving/answer-cache.js';
import type { AcceptedForm } from './serving/answer-format.js';
import { LongAnswers } from './serving/long-answers.js';
import {
  type AnswerLife,
  answerHead,
  inCoding,
  plainAnswer,
  type ServedAnswer,
  type StreamedAnswer,
} from './serving/served-answer.js';
import { retryOnDamagedRun } from './serving/retry-on-damaged-run.js';

/** Plans the hours of a location from the runs that a response is built from. */
export type HoursOf = (asked: HoursQuery) => PlannedSpan;

/** Serves forecasts, from a cache of responses while those are valid. */
@Injectable()
export class ForecastService {
  readonly batches: ForecastBatches;
  private readonly maker: ForecastMaker;
  private readonly answers: RunAnswers;
  private readonly long = new LongAnswers();

  constructor(
    catalogue: RunCatalogue,
    configuration: Configuration,
    metrics: MetricCatalogue,
    readonly queries: ForecastQueries,
    weights: ConsensusWeights,
    private readonly ground: GroundService,
  ) {
    this.maker = new ForecastMaker(configuration, metrics, ground);
    this.answers = new RunAnswers(catalogue, this.maker, weights);
    this.batches = new ForecastBatches(this.maker, this.answers, this.long);
  }

  /**
   * To be called before a response is built: waits a moment for the heights of places that aren't at hand. Without
   * them, values are for the terrain of the models, and the response says so.
   *
   * @param keyId limits what is fetched
   * @param waitMs longer for work in the background
   * @returns whether all are at hand
   */
  awaitGround(places: readonly GroundPlace[], keyId: string, waitMs?: number): Awaitable<boolean> {
    return this.ground.awaitGround(places, keyId, waitMs);
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
    return retryOnDamagedRun(() => this.answer(asked, accepted, nowMs));
  }

  /**
   * The forecast for a point as columns of numbers.
   *
   * @param internal see `ForecastQuery`
   * @param keyId limits what is fetched for it; see `awaitGround`
   * @param request the members of the body of `POST /v1/weather/forecast`
   * @throws as `forecast`, and Problem invalid_parameter that points to every fault, or if the forecast would have more
   * than 10,000 values, the most that are calculated in one turn of the event loop
   */
  async columns(
    request: ForecastRequestDto,
    now = new Date(),
    { keyId = '', ...internal }: Pick<ForecastQuery, 'runsAlone' | 'withoutSite'> & { keyId?: string } = {},
  ): Promise<ForecastColumns> {
    const { query, values } = this.queries.parseBody({ ...request }, now);
    if (isLong({ values })) throw tooLong(values);
    await this.awaitGround([query], keyId);
    return retryOnDamagedRun(() =>
      columnsOf(this.maker.plan(this.answers.basis(), { ...query, ...internal }, now).compose()),
    );
  }

  private answer(
    asked: KeyedQuery,
    { format, coding: accepted }: AcceptedForm,
    nowMs: number,
  ): Awaitable<ServedAnswer> {
    const basis = this.answers.basis();
    const plain = () => this.answers.forecast(basis, asked, format, nowMs);
    return this.answers.coded(asked.key + format.keySuffix, accepted, nowMs, plain);
  }

  /**
   * A forecast from model runs in another feature's format, cached like this feature's own formats. Climatology takes
   * their place only if they have none of the hours.
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
    return retryOnDamagedRun(() => {
      const basis = this.answers.basis();
      const formKey = `${key} ${form}`;
      const plain = () =>
        this.answers.kept(basis, formKey, nowMs, () => {
          const { life, origin, compose } = this.maker.plan(
            basis,
            { ...query, runsAlone: true },
            new Date(nowMs),
          );
          return plainAnswer(write(columnsOf(compose())), life, origin);
        });
      return this.answers.coded(formKey, accepted, nowMs, plain);
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
    return retryOnDamagedRun(() => {
      const basis = this.answers.basis();
      const plain = () =>
        this.answers.kept(basis, key, nowMs, () => {
          const { body, life, origin } = make(this.hoursOf(basis, nowMs));
          return plainAnswer(body, life, origin);
        });
      return this.answers.coded(key, accepted, nowMs, plain);
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
    return retryOnDamagedRun(() => {
      this.long.admit(clientId);
      const basis = this.answers.basis();
      return this.long.stream(clientId, begin(this.hoursOf(basis, nowMs)), basis.runs, coding);
    });
  }

  /** Makes anything from the hours of the current runs. Not cached. */
  fromHours<T>(nowMs: number, make: (hoursOf: HoursOf) => T): Awaitable<T> {
    return retryOnDamagedRun(() => make(this.hoursOf(this.answers.basis(), nowMs)));
  }

  private hoursOf(basis: ForecastBasis, nowMs: number): HoursOf {
    return (asked) => this.maker.planHours(basis, asked, new Date(nowMs));
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
    return retryOnDamagedRun(() => {
      this.long.admit(clientId);
      const basis = this.answers.basis();
      const planned = this.maker.plan(basis, query, new Date(nowMs));
      const { life, origin } = planned;
      const { startedAt } = this.maker;
      const sources = basis.runs.map(({ name, publishedAt }) => [name, publishedAt]);
      const head = answerHead(
        JSON.stringify([key, format.mediaType, startedAt, sources, origin, life]),
        life,
      );
      const body = this.long.stream(clientId, this.maker.begin(planned, format), basis.runs, coding);
      return { ...head, ...inCoding(head, coding), body };
    });
  }

  /**
   * Calculates the forecasts of a batch one by one from the current runs, as data to store. Yields `undefined` wherever
   * a turn of the event loop may end.
   *
   * @throws as `forecast`, and DamagedRunError
   */
  *keptAnswers({ points }: BatchQuery, nowMs: number): Generator<KeptAnswer | undefined, void> {
    const basis = this.answers.basis();
    for (const run of basis.runs) run.retain();
    const now = new Date(nowMs);
    try {
      // Plans all points first, so that one that fails does so before forecasts are calculated that a retry would
      // repeat.
      for (const { query } of points) {
        this.maker.plan(basis, query, now);
        yield undefined;
      }
      for (const { query } of points) {
        const { origin, compose } = this.maker.plan(basis, query, now);
        yield* keptAnswer(origin, compose());
      }
    } finally {
      for (const run of basis.runs) run.release();
    }
  }
}

function tooLong(values: number): Problem {
  const detail = `The forecast would have ${values} values; the maximum is 10,000. Request fewer fields or timelines, or a shorter span.`;
  return new Problem('invalid_parameter', { detail });
}
