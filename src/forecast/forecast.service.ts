import { Injectable } from '@nestjs/common';
import { andThen, type Awaitable } from '../common/awaitable.js';
import { type AcceptedCoding } from '../common/http/content-coding.js';
import { Configuration } from '../config/configuration.js';
import { RunCatalogue } from '../model-store/run-catalogue.js';
import { type StoredRun } from '../model-store/stored-run.js';
import { modelTargets } from '../models/model-targets.js';
import { type BatchQuery } from './batch-query.js';
import { ForecastMaker } from './forecast-maker.js';
import { AnswerCache, type AnswerCacheNumbers } from './serving/answer-cache.js';
import { type BatchAnswer, batchAnswer } from './serving/batch-answer.js';
import { type KeyedQuery } from './serving/keyed-query.js';
import { codedAnswer, type ServedAnswer } from './serving/served-answer.js';
import { nextTurn, withOpenRuns } from './serving/turns.js';
import { unlessDamaged } from './serving/unless-damaged.js';

const MEBIBYTE = 2 ** 20;

/** Answers forecast requests, out of what it answered before where that still holds. */
@Injectable()
export class ForecastService {
  private readonly maker: ForecastMaker;
  private readonly answers = new AnswerCache({ maxBytes: 64 * MEBIBYTE, maxAnswerBytes: 16 * MEBIBYTE });
  private runs: readonly StoredRun[] = [];

  constructor(
    private readonly catalogue: RunCatalogue,
    configuration: Configuration,
  ) {
    this.maker = new ForecastMaker(modelTargets(configuration));
  }

  get cache(): AnswerCacheNumbers {
    return this.answers.numbers;
  }

  /**
   * @throws Problem forecast_unavailable when a model was asked for and no stored run covers what was asked,
   * invalid_parameter when none of it ever will
   */
  forecast(asked: KeyedQuery, accepted: AcceptedCoding, nowMs: number): Awaitable<ServedAnswer> {
    return unlessDamaged(() => this.answer(asked, accepted, nowMs));
  }

  /** The forecasts of many points out of the same runs. */
  batch(asked: BatchQuery, accepted: AcceptedCoding, nowMs: number): Awaitable<BatchAnswer> {
    return unlessDamaged(() => this.answerBatch(asked, accepted, nowMs));
  }

  private answer(asked: KeyedQuery, accepted: AcceptedCoding, nowMs: number): Awaitable<ServedAnswer> {
    const runs = this.currentRuns();
    if (accepted.coding === 'identity') return this.plain(runs, asked, nowMs);
    const key = `${asked.key} ${accepted.coding}${accepted.evenIfSmall ? '!' : ''}`;
    return this.answers.getOrMake(key, nowMs, () =>
      andThen(this.plain(runs, asked, nowMs), (answer) => codedAnswer(answer, accepted)),
    );
  }

  /** Other requests have their turn between two points. */
  private async answerBatch(
    { points, units }: BatchQuery,
    accepted: AcceptedCoding,
    nowMs: number,
  ): Promise<BatchAnswer> {
    const runs = this.currentRuns();
    const answers = await withOpenRuns(runs, async () => {
      const made: ServedAnswer[] = [];
      for (const point of points) {
        made.push(await this.plain(runs, point, nowMs));
        await nextTurn();
      }
      return made;
    });
    return batchAnswer(answers, units, accepted);
  }

  private plain(
    runs: readonly StoredRun[],
    { key, query }: KeyedQuery,
    nowMs: number,
  ): Awaitable<ServedAnswer> {
    const make = () => this.maker.make(runs, query, new Date(nowMs));
    // A batch goes on with the runs that it began with, and what is kept is of newer ones.
    return runs === this.runs ? this.answers.getOrMake(key, nowMs, make) : make();
  }

  /**
   * The same list until a run is published or deleted, which makes all answers old: any run may take part in one, an
   * older one by the days before or by what it says of the same hours.
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
