import { pipeline, type Readable } from 'node:stream';
import { compressor } from '../../http/coding/compress.js';
import { type ContentCoding } from '../../http/coding/content-coding.js';
import { Problem } from '../../http/problems/problem.js';
import { type StoredRun } from '../../model-store/read/stored-run.js';
import { AnswerStream } from './answer-stream.js';
import { Turns } from './turns.js';

/** Each holds less than a megabyte: a point's series, a piece, and what compresses it. */
const MOST_AT_ONCE = 64;
const MOST_OF_CLIENT = 16;
/** While others wait, who has taken nothing for so long makes room for them. */
const STALLED_MS = 2_000;
const RETRY_AFTER_SECONDS = '1';

/** The answers that are too long to be made whole and are under way, each at the speed at which its caller takes it. */
export class LongAnswers {
  private readonly turns = new Turns();
  private readonly open = new Map<AnswerStream, string>();
  /** Since the process started, by whose answers were too many. */
  readonly refused = { client: 0, process: 0 };

  /** @throws Problem overloaded where as many are under way as may be, of all clients or of this one */
  admit(clientId: string): void {
    if (this.countOf(clientId) >= MOST_OF_CLIENT) {
      this.refused.client += 1;
      throw overloaded('Too many long responses to this client');
    }
    if (this.open.size >= MOST_AT_ONCE && !this.endStalled()) {
      this.refused.process += 1;
      throw overloaded('Too many long responses');
    }
  }

  /** @param runs that the pieces are made of */
  stream(
    clientId: string,
    pieces: Iterator<Buffer>,
    runs: readonly StoredRun[],
    coding: ContentCoding,
  ): Readable {
    const stream = new AnswerStream(pieces, runs, this.turns);
    this.open.set(stream, clientId);
    stream.once('close', () => this.open.delete(stream));
    if (coding === 'identity') return stream;
    // Whoever sends what comes out hears of errors there.
    return pipeline(stream, compressor(coding), () => undefined);
  }

  private countOf(clientId: string): number {
    let count = 0;
    for (const owner of this.open.values()) if (owner === clientId) count += 1;
    return count;
  }

  /** @returns whether there was one */
  private endStalled(): boolean {
    let stalled: AnswerStream | undefined;
    for (const stream of this.open.keys())
      if (stream.takenMs < (stalled?.takenMs ?? performance.now() - STALLED_MS)) stalled = stream;
    if (!stalled) return false;
    this.open.delete(stalled);
    stalled.destroy(new Error('The caller read nothing while others waited.'));
    return true;
  }
}

function overloaded(what: string): Problem {
  return new Problem('overloaded', {
    detail: `${what} are in progress. Try again in ${RETRY_AFTER_SECONDS} s.`,
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  });
}
