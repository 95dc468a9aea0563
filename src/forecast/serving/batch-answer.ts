import type { Readable } from 'node:stream';
import { andThen, type Awaitable } from '../../common/awaitable.js';
import { type AcceptedCoding, type ContentCoding } from '../../http/coding/content-coding.js';
import { type UnitSystem } from '../../meteo/units.js';
import { type AnswerFormat } from './answer-format.js';
import { type AnswerLife, type AnswerOrigin, codedBytes, type ServedAnswer } from './served-answer.js';

/** The answers of a batch in one content coding, as they are sent. */
export interface BatchAnswer<Body extends Buffer | Readable = Buffer> {
  body: Body;
  coding: ContentCoding;
  /** Whichever of the answers holds for the shortest time. */
  shortest: AnswerLife;
}

/** @param answers uncoded, at least one */
export function batchAnswer(
  answers: readonly ServedAnswer[],
  units: UnitSystem,
  format: AnswerFormat,
  accepted: AcceptedCoding,
): Awaitable<BatchAnswer> {
  const pieces = batchPieces(
    answers.map(({ body }) => [body]),
    answers.map(({ origin }) => origin),
    units,
    format,
  );
  const body = Buffer.concat([...pieces]);
  return andThen(codedBytes(body, accepted), (coded) => ({ ...coded, shortest: shortestOf(answers) }));
}

/**
 * The bytes of a batch, at least one.
 *
 * @param forecasts the uncoded bytes of each, which are asked for one after the other
 */
export function* batchPieces(
  forecasts: Iterable<Iterable<Buffer>>,
  origins: readonly AnswerOrigin[],
  units: UnitSystem,
  { batch }: AnswerFormat,
): Generator<Buffer, void> {
  yield Buffer.from(batch.opening);
  let isFirstForecast = true;
  for (const pieces of forecasts) {
    if (!isFirstForecast) yield Buffer.from(batch.separator);
    let isFirstPiece = !isFirstForecast;
    for (const piece of pieces) {
      yield isFirstPiece ? batch.following(piece) : piece;
      isFirstPiece = false;
    }
    isFirstForecast = false;
  }
  yield Buffer.from(batch.closing({ locations: origins.length, ...commonOrigin(origins), units }));
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
