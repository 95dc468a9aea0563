import type { AcceptedCoding } from '../../core/http/index.js';
import { type ForecastAnswer } from '../timelines/forecast-answer.js';

/** The format and coding that a client prefers. */
export interface AcceptedForm {
  format: AnswerFormat;
  coding: AcceptedCoding;
}

/** How responses are serialized. */
export interface AnswerFormat {
  readonly mediaType: string;
  /** Distinguishes the format in cache keys. */
  readonly keySuffix: string;
  /** Whether a response can only hold one timeline, as a table does. */
  readonly holdsOneTimeline: boolean;
  whole(answer: ForecastAnswer): Buffer;
  /** The same in pieces, each with a part of a timeline that is calculated only when the piece is taken. */
  pieces(answer: ForecastAnswer): Generator<Buffer, void>;
  readonly batch: JoinedAnswers | AnswersTogether;
}

/** A format in which a batch is the concatenation of its responses, with text around and between them. */
export interface JoinedAnswers {
  readonly opening: string;
  readonly separator: string;
  readonly closing: (meta: object) => string;
  /** Adapts the first piece of a response that follows another one. */
  readonly following: (first: Buffer) => Buffer;
}

/** A format in which a batch is not a concatenation of its responses. */
export interface AnswersTogether {
  readonly writer: () => BatchWriter;
}

/** Writes the responses of a batch one after the other. */
export interface BatchWriter {
  /** Empty pieces only mark where a turn of the event loop may end. */
  add(answer: ForecastAnswer): Generator<Buffer, void>;
  /** @param meta of the batch */
  end(meta: object): Buffer;
}
