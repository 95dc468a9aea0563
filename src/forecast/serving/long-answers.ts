import { pipeline, type Readable } from 'node:stream';
import { type ContentCoding, Problem, StreamSlots, compressor } from '../../core/http/index.js';
import type { StoredRun } from '../../store/read/index.js';
import { AnswerStream } from './answer-stream.js';
import { Turns } from '../../core/background/index.js';

/** Each takes less than a megabyte: the series of a point, a piece, and the compressor. */
const MOST = { ofProcess: 64, ofClient: 16 };
const RETRY_AFTER_SECONDS = '1';

/** Streams responses that are too long to build at once, each at the speed at which its client reads. */
export class LongAnswers {
  private readonly turns = new Turns();
  private readonly slots = new StreamSlots(MOST);
  /** Refusals since the process started, by the limit that was reached. */
  readonly refused = { client: 0, process: 0 };

  /** @throws Problem overloaded if the maximum number of streams is open, of this client or of the process */
  admit(clientId: string): void {
    const lack = this.slots.lackOf(clientId);
    if (!lack) return;
    this.refused[lack] += 1;
    throw overloaded(`Too many long responses${lack === 'client' ? ' to this client' : ''}`);
  }

  /** @param runs the runs from which the pieces are built */
  stream(
    clientId: string,
    pieces: Iterator<Buffer>,
    runs: readonly StoredRun[],
    coding: ContentCoding,
  ): Readable {
    const stream = new AnswerStream(pieces, runs, this.turns);
    this.slots.hold(clientId, stream);
    if (coding === 'identity') return stream;
    // Errors surface on the returned stream.
    return pipeline(stream, compressor(coding), () => undefined);
  }
}

function overloaded(what: string): Problem {
  return new Problem('overloaded', {
    detail: `${what} are in progress. Try again in ${RETRY_AFTER_SECONDS} s.`,
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  });
}
