import type { Readable } from 'node:stream';
import type { Awaitable } from '../../core/common/index.js';
import type { UnitSystem } from '../../weather/meteo/index.js';
import type { ForecastBasis, ForecastMaker, PlannedAnswer } from './forecast-maker.js';
import type { BatchQuery } from '../request/batch-query.js';
import { isLong, type KeyedQuery } from '../request/keyed-query.js';
import type { ForecastAnswer } from '../timelines/forecast-answer.js';
import type { AcceptedForm, AnswerFormat } from '../serving/answer-format.js';
import {
  type BatchAnswer,
  batchAnswer,
  batchMeta,
  joinedPieces,
  shortestOf,
  writtenPieces,
} from '../serving/batch-answer.js';
import type { LongAnswers } from '../serving/long-answers.js';
import type { RunAnswers } from './run-answers.js';
import type { AnswerLife } from '../serving/served-answer.js';
import { retryOnDamagedRun } from '../serving/retry-on-damaged-run.js';

/** Serves the forecasts of several points, all from the same runs. */
export class ForecastBatches {
  constructor(
    private readonly maker: ForecastMaker,
    private readonly answers: RunAnswers,
    private readonly long: LongAnswers,
  ) {}

  /** The forecasts of a short batch, all from the same runs. */
  answer(
    { points, units }: BatchQuery,
    { format, coding }: AcceptedForm,
    nowMs: number,
  ): Awaitable<BatchAnswer> {
    const { batch } = format;
    return retryOnDamagedRun(() => {
      const basis = this.answers.basis();
      if ('writer' in batch) {
        const { planned, ...of } = this.planned(basis, points, units, nowMs);
        const pieces = writtenPieces(composedOf(planned), of.meta, batch.writer());
        return batchAnswer(pieces, of.shortest, coding);
      }
      const answers = points.map((point) => this.answers.forecast(basis, point, format, nowMs));
      const bodies = answers.map(({ body }) => [body]);
      const meta = batchMeta(answers, units);
      return batchAnswer(joinedPieces(bodies, meta, batch), shortestOf(answers), coding);
    });
  }

  /**
   * Streams the forecasts of a long batch, all from the same runs, each built as the client reads.
   *
   * @throws as `ForecastService.forecast`, and Problem overloaded
   */
  stream(
    { points, units }: BatchQuery,
    { format, coding: { coding } }: AcceptedForm,
    clientId: string,
    nowMs: number,
  ): BatchAnswer<Readable> {
    this.long.admit(clientId);
    const basis = this.answers.basis();
    const { planned, meta, shortest } = this.planned(basis, points, units, nowMs);
    const { batch } = format;
    const pieces =
      'writer' in batch
        ? writtenPieces(composedOf(planned), meta, batch.writer())
        : joinedPieces(this.forecastsOf(points, planned, format, basis, nowMs), meta, batch);
    return { body: this.long.stream(clientId, pieces, basis.runs, coding), coding, shortest };
  }

  private planned(
    basis: ForecastBasis,
    points: readonly KeyedQuery[],
    units: UnitSystem,
    nowMs: number,
  ): { planned: PlannedAnswer[]; meta: object; shortest: AnswerLife } {
    const planned = points.map(({ query }) => this.maker.plan(basis, query, new Date(nowMs)));
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
    basis: ForecastBasis,
    nowMs: number,
  ): Generator<Iterable<Buffer>, void> {
    for (const point of points) {
      const plan = planned.shift()!;
      const make = () => this.maker.make(plan, format);
      yield isLong(point)
        ? this.maker.begin(plan, format)
        : [this.answers.kept(basis, point.key + format.keySuffix, nowMs, make).body];
    }
  }
}

/** @param planned emptied along the way: a plan keeps the data that was read for it in memory */
function* composedOf(planned: PlannedAnswer[]): Generator<ForecastAnswer, void> {
  for (let plan = planned.shift(); plan; plan = planned.shift()) yield plan.compose();
}
