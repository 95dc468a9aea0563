import type { Readable } from 'node:stream';
import { type Awaitable, andThen } from '../../core/common/index.js';
import type { AcceptedCoding, ContentCoding } from '../../core/http/index.js';
import type { UnitSystem } from '../../weather/meteo/index.js';
import { type ForecastAnswer } from '../timelines/forecast-answer.js';
import { type AnswerFormat, type BatchWriter, type JoinedAnswers } from './answer-format.js';
import { type AnswerLife, type AnswerOrigin, codedBytes } from './served-answer.js';

/** The response to a batch in one content coding, as it is sent. */
export interface BatchAnswer<Body extends Buffer | Readable = Buffer> {
  body: Body;
  coding: ContentCoding;
  /** The life of the forecast that expires first. */
  shortest: AnswerLife;
}

/** @param shortest the life of the forecast that expires first */
export function batchAnswer(
  pieces: Iterable<Buffer>,
  shortest: AnswerLife,
  accepted: AcceptedCoding,
): Awaitable<BatchAnswer> {
  return andThen(codedBytes(Buffer.concat([...pieces]), accepted), (coded) => ({ ...coded, shortest }));
}

/** @param forecasts the uncoded bytes of each, taken one after the other */
export function* joinedPieces(
  forecasts: Iterable<Iterable<Buffer>>,
  meta: object,
  joined: JoinedAnswers,
): Generator<Buffer, void> {
  const writer = new JoinedWriter(joined);
  for (const pieces of forecasts) yield* writer.add(pieces);
  yield writer.end(meta);
}

/** The bytes of a batch of responses that are calculated as they are taken. */
export function* writtenPieces(
  answers: Iterable<ForecastAnswer>,
  meta: object,
  writer: BatchWriter,
): Generator<Buffer, void> {
  for (const answer of answers) yield* writer.add(answer);
  yield writer.end(meta);
}

/** Returns a writer of batches in any format. */
export function batchWriter(format: AnswerFormat): BatchWriter {
  if ('writer' in format.batch) return format.batch.writer();
  const joined = new JoinedWriter(format.batch);
  return { add: (answer) => joined.add(format.pieces(answer)), end: (meta) => joined.end(meta) };
}

class JoinedWriter {
  private hasBegun = false;

  constructor(private readonly joined: JoinedAnswers) {}

  *add(pieces: Iterable<Buffer>): Generator<Buffer, void> {
    const { opening, separator, following } = this.joined;
    yield Buffer.from(this.hasBegun ? separator : opening);
    let isFollowing = this.hasBegun;
    this.hasBegun = true;
    for (const piece of pieces) {
      yield isFollowing ? following(piece) : piece;
      isFollowing = false;
    }
  }

  end(meta: object): Buffer {
    return Buffer.from(this.joined.closing(meta));
  }
}

/**
 * The `meta` of a batch, as it is served.
 * @param answers at least one
 */
export function batchMeta(answers: readonly { origin: AnswerOrigin }[], units: UnitSystem): object {
  return { locations: answers.length, ...commonOrigin(answers.map(({ origin }) => origin)), units };
}

/** The life of the response that expires first; pending if any is. */
export function shortestOf(lives: readonly AnswerLife[]): AnswerLife {
  const shortest = lives.reduce((least, life) => (endMs(life) < endMs(least) ? life : least));
  // All are of one state of the weights, if they have one.
  const weightsNumber = lives.find((life) => life.weightsNumber !== undefined)?.weightsNumber;
  const isPending = lives.some((life) => life.isPending);
  return { ...shortest, weightsNumber, ...(isPending && { isPending }) };
}

function endMs({ untilMs, longestAgeSeconds }: AnswerLife): number {
  return Math.min(untilMs, Date.now() + longestAgeSeconds * 1000);
}

/** The origin that all responses share; null where they differ. */
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
