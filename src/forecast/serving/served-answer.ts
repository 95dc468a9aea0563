import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { type Awaitable, andThen } from '../../core/common/index.js';
import { type AcceptedCoding, type ContentCoding, compress, isHeldAlready } from '../../core/http/index.js';
import { type ForecastMeta } from '../timelines/forecast-answer.js';

/** The source of a response, as `meta` has it. */
export type AnswerOrigin = Pick<ForecastMeta, 'source' | 'run' | 'publishedAt' | 'nextRunExpectedAt'>;

/** When a response changed last, and how long it is valid. */
export interface AnswerLife {
  lastModified: Date;
  /** The response is the same from `fromMs` up to `untilMs`; milliseconds since 1970. */
  fromMs: number;
  untilMs: number;
  /** How long clients may cache it at most, even if it stays the same for longer. */
  longestAgeSeconds: number;
  /** The state of the weights of the models' consensus; undefined if the response has none. */
  weightsNumber?: number | undefined;
  /** Whether something of it is still being fetched: the same request has another response soon. Nobody keeps it. */
  isPending?: boolean;
}

/** Bytes in a content coding. */
export interface CodedBytes {
  body: Buffer;
  coding: ContentCoding;
}

/** The header values of a response in one content coding. */
export interface AnswerHead extends AnswerLife {
  coding: ContentCoding;
  /** `lastModified` in the format of the header. */
  lastModifiedText: string;
  /** Strong, with its quotes; differs between codings. */
  etag: string;
}

/** A whole response in one content coding, as it is sent. */
export interface ServedAnswer extends AnswerHead, CodedBytes {
  origin: AnswerOrigin;
}

/** A long response in one content coding, built as it is sent. A caller that does not send the body must destroy it. */
export interface StreamedAnswer extends AnswerHead {
  body: Readable;
}

/** Compressing what fits into one packet makes it no faster. */
const SMALLEST_CODED_BYTES = 1000;
const ETAG_CHARACTERS = 20;

/** @param body is cached: it must not be a slice of a larger buffer */
export function plainAnswer(body: Buffer, life: AnswerLife, origin: AnswerOrigin): ServedAnswer {
  return { ...answerHead(body, life), origin, body };
}

/** @param content the bytes of the uncoded response, or whatever determines them */
export function answerHead(content: Buffer | string, life: AnswerLife): AnswerHead {
  const ofContent = hash('sha256', content, 'base64url');
  const { weightsNumber } = life;
  const whole = weightsNumber ? hash('sha256', `${ofContent} ${weightsNumber}`, 'base64url') : ofContent;
  const etag = `"${whole.slice(0, ETAG_CHARACTERS)}"`;
  return { ...life, coding: 'identity', lastModifiedText: life.lastModified.toUTCString(), etag };
}

/** The response in the accepted coding; as is if coding is of no use. */
export function codedAnswer(answer: ServedAnswer, accepted: AcceptedCoding): Awaitable<ServedAnswer> {
  return andThen(codedBytes(answer.body, accepted), ({ body, coding }) =>
    coding === 'identity' ? answer : { ...answer, body, ...inCoding(answer, coding) },
  );
}

/** The header values that depend on the coding. */
export function inCoding({ etag }: AnswerHead, coding: ContentCoding): Pick<AnswerHead, 'coding' | 'etag'> {
  return coding === 'identity' ? { coding, etag } : { coding, etag: `${etag.slice(0, -1)}-${coding}"` };
}

/** The bytes in the accepted coding; as is if coding is of no use. */
export function codedBytes(bytes: Buffer, { coding, evenIfSmall }: AcceptedCoding): Awaitable<CodedBytes> {
  if (coding === 'identity' || (bytes.length < SMALLEST_CODED_BYTES && !evenIfSmall)) {
    return { body: bytes, coding: 'identity' };
  }
  return andThen(compress(bytes, coding), (body) => ({ body, coding }));
}

/** The seconds for which clients may cache a response from now on. */
export function maxAgeSeconds({ untilMs, longestAgeSeconds }: AnswerLife, nowMs: number): number {
  return Math.max(0, Math.min(Math.floor((untilMs - nowMs) / 1000), longestAgeSeconds));
}

/** The `Cache-Control` of a response. */
export function cacheControl(life: AnswerLife, nowMs: number): string {
  return life.isPending ? 'no-store' : `private, max-age=${maxAgeSeconds(life, nowMs)}`;
}

/** The headers with which clients keep a response, and ask whether it is still the same. */
export function freshnessOf(answer: AnswerHead, nowMs: number): Record<string, string> {
  const control = { 'cache-control': cacheControl(answer, nowMs) };
  if (answer.isPending) return control;
  return { etag: answer.etag, 'last-modified': answer.lastModifiedText, ...control };
}

/** Whether the caller of a GET request already has a response. */
export function isHeld(headers: IncomingHttpHeaders, answer: AnswerHead): boolean {
  return !answer.isPending && isHeldAlready(headers, answer);
}
