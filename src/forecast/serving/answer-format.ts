import { type AcceptedCoding } from '../../http/coding/content-coding.js';
import { type ForecastAnswer } from '../timelines/forecast-answer.js';

/** What a caller would have. */
export interface AcceptedForm {
  format: AnswerFormat;
  coding: AcceptedCoding;
}

/** How answers are written. */
export interface AnswerFormat {
  readonly mediaType: string;
  /** By which answers that are kept are told from those in other formats. */
  readonly keySuffix: string;
  /** A table has the columns of one timeline. */
  readonly holdsOneTimeline: boolean;
  whole(answer: ForecastAnswer): Buffer;
  /** The same piece by piece, each with a part of a timeline that is worked out only then. */
  pieces(answer: ForecastAnswer): Generator<Buffer, void>;
  readonly batch: JoinedAnswers | AnswersTogether;
}

/** A batch is the bytes of its answers, one after the other, and what stands around them. */
export interface JoinedAnswers {
  readonly opening: string;
  readonly separator: string;
  readonly closing: (meta: object) => string;
  /** The first piece of an answer that follows another one. */
  readonly following: (first: Buffer) => Buffer;
}

/** A batch is other than the bytes of its answers. */
export interface AnswersTogether {
  readonly writer: () => BatchWriter;
}

/** Writes the answers of a batch one after the other. */
export interface BatchWriter {
  /** Pieces that are empty only say that a turn of the event loop may end. */
  add(answer: ForecastAnswer): Generator<Buffer, void>;
  /** @param meta of the batch */
  end(meta: object): Buffer;
}
