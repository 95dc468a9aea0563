import { pipeline, type Readable } from 'node:stream';
import { compressor } from '../../http/coding/compress.js';
import { type ContentCoding } from '../../http/coding/content-coding.js';
import { Problem } from '../../http/problems/problem.js';
import { StreamPlaces } from '../../http/stream-places.js';
import { type StoredRun } from '../../model-store/read/stored-run.js';
import { AnswerStream } from './answer-stream.js';
import { Turns } from './turns.js';

/** Each holds less than a megabyte: a point's series, a piece, and what compresses it. */
const MOST = { ofProcess: 64, ofClient: 16 };
const RETRY_AFTER_SECONDS = '1';

/** The answers that are too long to be made whole and are under way, each at the speed at which its caller takes it. */
export class LongAnswers {
  private readonly turns = new Turns();
  private readonly places = new StreamPlaces(MOST);
  /** Since the process started, by whose answers were too many. */
  readonly refused = { client: 0, process: 0 };

  /** @throws Problem overloaded where as many are under way as may be, of all clients or of this one */
  admit(clientId: string): void {
    const lack = this.places.lackOf(clientId);
    if (!lack) return;
    this.refused[lack] += 1;
    throw overloaded(`Too many long responses${lack === 'client' ? ' to this client' : ''}`);
  }

  /** @param runs that the pieces are made of */
  stream(
    clientId: string,
    pieces: Iterator<Buffer>,
    runs: readonly StoredRun[],
    coding: ContentCoding,
  ): Readable {
    const stream = new AnswerStream(pieces, runs, this.turns);
    this.places.hold(clientId, stream);
    if (coding === 'identity') return stream;
    // Whoever sends what comes out hears of errors there.
    return pipeline(stream, compressor(coding), () => undefined);
  }
}

function overloaded(what: string): Problem {
  return new Problem('overloaded', {
    detail: `${what} are in progress. Try again in ${RETRY_AFTER_SECONDS} s.`,
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  });
}
