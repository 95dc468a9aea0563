import { type Awaitable, andThen } from '../../core/common/index.js';
import type { AcceptedCoding } from '../../core/http/index.js';
import type { RunCatalogue } from '../../store/catalogue/index.js';
import type { StoredRun } from '../../store/read/index.js';
import type { ConsensusWeights } from '../../weather/consensus/index.js';
import type { ForecastBasis, ForecastMaker } from './forecast-maker.js';
import type { KeyedQuery } from '../request/keyed-query.js';
import { AnswerCache, type AnswerCacheNumbers } from '../serving/answer-cache.js';
import type { AnswerFormat } from '../serving/answer-format.js';
import { codedAnswer, type ServedAnswer } from '../serving/served-answer.js';

const MEBIBYTE = 2 ** 20;

/** Builds responses from the current runs and weights, and caches them for as long as these stay the current ones. */
export class RunAnswers {
  private readonly cache = new AnswerCache({ maxBytes: 64 * MEBIBYTE, maxAnswerBytes: MEBIBYTE });
  private current: ForecastBasis;
  private listed: (readonly StoredRun[])[] = [];

  constructor(
    private readonly catalogue: RunCatalogue,
    private readonly maker: ForecastMaker,
    private readonly weights: ConsensusWeights,
  ) {
    this.current = { runs: [], weights: weights.current() };
  }

  get numbers(): AnswerCacheNumbers {
    return this.cache.numbers;
  }

  /**
   * Returns the runs, the terrains that are kept, and the weights. It is the same object until a run is published or
   * deleted or the weights change, then clears the cache: any run can contribute to a response, an older one by earlier
   * hours or by its share in the precipitation probability of the same hours.
   */
  basis(): ForecastBasis {
    const lists = [this.catalogue.runs(), this.catalogue.terrains()];
    const weights = this.weights.current();
    const { current } = this;
    if (weights === current.weights && lists.every((list, i) => list === this.listed[i])) return current;
    this.listed = lists;
    const runs = lists.flat();
    const isSame =
      weights === current.weights &&
      runs.length === current.runs.length &&
      runs.every((run, i) => run === current.runs[i]);
    if (!isSame) {
      this.cache.clear();
      this.current = { runs, weights };
    }
    return this.current;
  }

  /** Returns a forecast without content coding. */
  forecast(
    basis: ForecastBasis,
    { key, query }: KeyedQuery,
    format: AnswerFormat,
    nowMs: number,
  ): ServedAnswer {
    return this.kept(basis, key + format.keySuffix, nowMs, () =>
      this.maker.make(this.maker.plan(basis, query, new Date(nowMs)), format),
    );
  }

  /** Returns the cached response with the key, or builds it. */
  kept(basis: ForecastBasis, key: string, nowMs: number, make: () => ServedAnswer): ServedAnswer {
    // A batch continues with what it started with, while the cache is for the current runs and weights.
    return basis === this.current ? this.cache.getOrMake(key, nowMs, make) : make();
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
