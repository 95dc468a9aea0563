import type { Readable } from 'node:stream';
import { andThen, type Awaitable } from '../../common/awaitable.js';
import { type AcceptedCoding, type ContentCoding } from '../../http/coding/content-coding.js';
import { type UnitSystem } from '../../meteo/units.js';
import { type JoinedAnswers } from './answer-format.js';
import { type AnswerLife, type AnswerOrigin, codedBytes } from './served-answer.js';

/** The answers of a batch in one content coding, as they are sent. */
export interface BatchAnswer<Body extends Buffer | Readable = Buffer> {
  body: Body;
  coding: ContentCoding;
  /** Whichever of the answers holds for the shortest time. */
  shortest: AnswerLife;
}

/** @param shortest of the lives of its answers */
export function batchAnswer(
  pieces: Iterable<Buffer>,
  shortest: AnswerLife,
  accepted: AcceptedCoding,
): Awaitable<BatchAnswer> {
  return andThen(codedBytes(Buffer.concat([...pieces]), accepted), (coded) => ({ ...coded, shortest }));
}

/**
 * The bytes of a batch, at least one.
 *
 * @param forecasts the uncoded bytes of each, which are asked for one after the other
 */
export function* joinedPieces(
  forecasts: Iterable<Iterable<Buffer>>,
  meta: object,
  { opening, separator, closing, following }: JoinedAnswers,
): Generator<Buffer, void> {
  yield Buffer.from(opening);
  let isFirstForecast = true;
  for (const pieces of forecasts) {
    if (!isFirstForecast) yield Buffer.from(separator);
    let isFirstPiece = !isFirstForecast;
    for (const piece of pieces) {
      yield isFirstPiece ? following(piece) : piece;
      isFirstPiece = false;
    }
    isFirstForecast = false;
  }
  yield Buffer.from(closing(meta));
}

/** The meta of a batch, as it is served. @param answers at least one */
export function batchMeta(answers: readonly { origin: AnswerOrigin }[], units: UnitSystem): object {
  return { locations: answers.length, ...commonOrigin(answers.map(({ origin }) => origin)), units };
}

export function shortestOf(lives: readonly AnswerLife[]): AnswerLife {
  return lives.reduce((least, life) => (endMs(life) < endMs(least) ? life : least));
}

function endMs({ untilMs, longestAgeSeconds }: AnswerLife): number {
  return Math.min(untilMs, Date.now() + longestAgeSeconds * 1000);
}

/** Where all answers are from; null for what they differ in. */
function commonOrigin([first, ...others]: readonly AnswerOrigin[]): Record<
  keyof AnswerOrigin,
  string | null
> {
  const common = (name: keyof AnswerOrigin) =>
    others.every((origin) => origin[name] === first[name]) ? first[name] : null;
  return {
    source: common('source'),
    run: common('run'),
    publishedAt: common('publishedAt'),
    nextRunExpectedAt: common('nextRunExpectedAt'),
  };
}
