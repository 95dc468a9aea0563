import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { andThen, type Awaitable } from '../../common/awaitable.js';
import { compress } from '../../http/coding/compress.js';
import { type AcceptedCoding, type ContentCoding } from '../../http/coding/content-coding.js';
import { type ForecastMeta } from '../timelines/forecast-answer.js';

/** The source of an answer, as its meta has it. */
export type AnswerOrigin = Pick<ForecastMeta, 'source' | 'run' | 'publishedAt' | 'nextRunExpectedAt'>;

/** Since when an answer is as it is, and until when. */
export interface AnswerLife {
  lastModified: Date;
  /** The answer is the same to whoever asks from the one moment up to the other; milliseconds since 1970. */
  fromMs: number;
  untilMs: number;
  /** How long callers may keep it at most, though it may stay the same for longer. */
  longestAgeSeconds: number;
}

/** Bytes in a content coding. */
export interface CodedBytes {
  body: Buffer;
  coding: ContentCoding;
}

/** What the headers of an answer in one content coding tell. */
export interface AnswerHead extends AnswerLife {
  coding: ContentCoding;
  /** `lastModified` as a header has it. */
  lastModifiedText: string;
  /** Strong, with its quotes; other in each coding. */
  etag: string;
}

/** A whole answer in one content coding, as it is sent. */
export interface ServedAnswer extends AnswerHead, CodedBytes {
  origin: AnswerOrigin;
}

/** A long answer in one content coding, which is made as it is sent. Who does not send the body destroys it. */
export interface StreamedAnswer extends AnswerHead {
  body: Readable;
}

/** Coding what fits into one packet makes it no faster. */
const SMALLEST_CODED_BYTES = 1000;
const ETAG_CHARACTERS = 20;

/** @param body is kept: it must not be a part of a larger piece of memory */
export function plainAnswer(body: Buffer, life: AnswerLife, origin: AnswerOrigin): ServedAnswer {
  return { ...answerHead(body, life), origin, body };
}

/** @param content what the bytes of the uncoded answer follow from, or the bytes themselves */
export function answerHead(content: Buffer | string, life: AnswerLife): AnswerHead {
  const etag = `"${hash('sha256', content, 'base64url').slice(0, ETAG_CHARACTERS)}"`;
  return { ...life, coding: 'identity', lastModifiedText: life.lastModified.toUTCString(), etag };
}

/** The answer in the accepted coding; as it is, where coding is of no use. */
export function codedAnswer(answer: ServedAnswer, accepted: AcceptedCoding): Awaitable<ServedAnswer> {
  return andThen(codedBytes(answer.body, accepted), ({ body, coding }) =>
    coding === 'identity' ? answer : { ...answer, body, ...inCoding(answer, coding) },
  );
}

/** What a coding changes in the headers. */
export function inCoding({ etag }: AnswerHead, coding: ContentCoding): Pick<AnswerHead, 'coding' | 'etag'> {
  return coding === 'identity' ? { coding, etag } : { coding, etag: `${etag.slice(0, -1)}-${coding}"` };
}

/** The bytes in the accepted coding; as they are, where coding is of no use. */
export function codedBytes(bytes: Buffer, { coding, evenIfSmall }: AcceptedCoding): Awaitable<CodedBytes> {
  if (coding === 'identity' || (bytes.length < SMALLEST_CODED_BYTES && !evenIfSmall)) {
    return { body: bytes, coding: 'identity' };
  }
  return andThen(compress(bytes, coding), (body) => ({ body, coding }));
}

/** The seconds for which callers may keep an answer from now on. */
export function maxAgeSeconds({ untilMs, longestAgeSeconds }: AnswerLife, nowMs: number): number {
  return Math.max(0, Math.min(Math.floor((untilMs - nowMs) / 1000), longestAgeSeconds));
}
