import { hash } from 'node:crypto';
import { andThen, type Awaitable } from '../../common/awaitable.js';
import { compress } from '../../common/http/compress.js';
import { type AcceptedCoding, type ContentCoding } from '../../common/http/content-coding.js';

/** Since when an answer is as it is, and until when. */
export interface AnswerLife {
  lastModified: Date;
  /** The answer is the same to whoever asks from the one moment up to the other; milliseconds since 1970. */
  fromMs: number;
  untilMs: number;
  /** How long callers may keep it at most, though it may stay the same for longer. */
  longestAgeSeconds: number;
}

/** A whole answer in one content coding, as it is sent. */
export interface ServedAnswer extends AnswerLife {
  body: Buffer;
  coding: ContentCoding;
  /** Strong, with its quotes; other in each coding. */
  etag: string;
}

/** Coding what fits into one packet makes it no faster. */
const SMALLEST_CODED_BYTES = 1000;
const ETAG_CHARACTERS = 20;

/** @param body is kept: it must not be a part of a larger piece of memory */
export function plainAnswer(body: Buffer, life: AnswerLife): ServedAnswer {
  const etag = `"${hash('sha256', body, 'base64url').slice(0, ETAG_CHARACTERS)}"`;
  return { ...life, body, coding: 'identity', etag };
}

/** The answer in the accepted coding; as it is, where coding is of no use. */
export function codedAnswer(
  answer: ServedAnswer,
  { coding, evenIfSmall }: AcceptedCoding,
): Awaitable<ServedAnswer> {
  if (coding === 'identity') return answer;
  if (answer.body.length < SMALLEST_CODED_BYTES && !evenIfSmall) return answer;
  const etag = `${answer.etag.slice(0, -1)}-${coding}"`;
  return andThen(compress(answer.body, coding), (body) => ({ ...answer, body, coding, etag }));
}

/** The seconds for which callers may keep an answer from now on. */
export function maxAgeSeconds({ untilMs, longestAgeSeconds }: AnswerLife, nowMs: number): number {
  return Math.max(0, Math.min(Math.floor((untilMs - nowMs) / 1000), longestAgeSeconds));
}
