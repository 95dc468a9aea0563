import { type Awaitable, andThen } from '../../core/common/index.js';
import type { AcceptedCoding } from '../../core/http/index.js';
import type { RunCatalogue } from '../../store/catalogue/index.js';
import type { StoredRun } from '../../store/read/index.js';
import type { ForecastMaker } from './forecast-maker.js';
import type { KeyedQuery } from '../request/keyed-query.js';
import { AnswerCache, type AnswerCacheNumbers } from '../serving/answer-cache.js';
import type { AnswerFormat } from '../serving/answer-format.js';
import { codedAnswer, type ServedAnswer } from '../serving/served-answer.js';

const MEBIBYTE = 2 ** 20;

/** Builds responses from the current runs, and caches them for as long as these stay the current ones. */
export class RunAnswers {
  private readonly cache = new AnswerCache({ maxBytes: 64 * MEBIBYTE, maxAnswerBytes: MEBIBYTE });
  private current: readonly StoredRun[] = [];
  private listed: (readonly StoredRun[])[] = [];

  constructor(
    private readonly catalogue: RunCatalogue,
    private readonly maker: ForecastMaker,
  ) {}

  get numbers(): AnswerCacheNumbers {
    return this.cache.numbers;
  }

  /**
   * Returns the runs and the terrains that are kept. It is the same array until one is published or deleted, then clears
   * the cache: any run can contribute to a response, an older one by earlier hours or by its share in the precipitation
   * probability of the same hours.
   */
  runs(): readonly StoredRun[] {
    const lists = [this.catalogue.runs(), this.catalogue.terrains()];
    if (lists.every((list, i) => list === this.listed[i])) return this.current;
    this.listed = lists;
    const runs = lists.flat();
    const isSame = runs.length === this.current.length && runs.every((run, i) => run === this.current[i]);
    if (!isSame) {
      this.cache.clear();
      this.current = runs;
    }
    return this.current;
  }

  /** Returns a forecast without content coding. */
  forecast(
    runs: readonly StoredRun[],
    { key, query }: KeyedQuery,
    format: AnswerFormat,
    nowMs: number,
  ): ServedAnswer {
    return this.kept(runs, key + format.keySuffix, nowMs, () =>
      this.maker.make(this.maker.plan(runs, query, new Date(nowMs)), format),
    );
  }

  /** Returns the cached response with the key, or builds it. */
  kept(runs: readonly StoredRun[], key: string, nowMs: number, make: () => ServedAnswer): ServedAnswer {
    // A batch continues with the runs that it started with, while the cache is for the current ones.
    return runs === this.current ? this.cache.getOrMake(key, nowMs, make) : make();
  }

  /** Returns a response in the accepted coding, which is cached besides the plain one. */
  coded(
    key: string,
    accepted: AcceptedCoding,
    nowMs: number,
    plain: () => ServedAnswer,
  ): Awaitable<ServedAnswer> {
    if (accepted.coding === 'identity') return plain();
    const codedKey = `${key} ${accepted.coding}${accepted.evenIfSmall ? '!' : ''}`;
    return this.cache.getOrMake(codedKey, nowMs, () =>
      andThen(plain(), (answer) => codedAnswer(answer, accepted)),
    );
  }
}
