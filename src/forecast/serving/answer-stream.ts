import { Readable } from 'node:stream';
import type { StoredRun } from '../../store/read/index.js';
import type { Turns } from '../../core/background/index.js';

/** Pieces are combined up to this size, so that a turn of the event loop is worth its overhead. */
const STEP_BYTES = 32 * 1024;
/** Also ends a turn, for pieces that take long but have few bytes or none. */
const STEP_MS = 2;

/**
 * The bytes of a long response. Each chunk is built in its own turn of the event loop, once the client has read the one
 * before.
 */
export class AnswerStream extends Readable {
  /** When the client had read everything available, by `performance.now()`. */
  takenMs = performance.now();

  /** @param runs stay open until the stream is closed */
  constructor(
    private readonly pieces: Iterator<Buffer>,
    private readonly runs: readonly StoredRun[],
    private readonly turns: Turns,
  ) {
    super({ highWaterMark: 1 });
    for (const run of runs) run.retain();
  }

  override _read(): void {
    this.takenMs = performance.now();
    this.turns.wait(() => this.step());
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    for (const run of this.runs) run.release();
    done(error);
  }

  private step(): void {
    if (this.destroyed) return;
    try {
      const bytes = this.nextBytes();
      if (bytes?.length === 0) this.turns.wait(() => this.step());
      else this.push(bytes);
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  /** Empty if one turn was not enough for any bytes; null at the end. */
  private nextBytes(): Buffer | null {
    const made: Buffer[] = [];
    let bytes = 0;
    const endMs = performance.now() + STEP_MS;
    for (let piece = this.pieces.next(); !piece.done; piece = this.pieces.next()) {
      made.push(piece.value);
      bytes += piece.value.length;
      if (bytes >= STEP_BYTES || performance.now() >= endMs) break;
    }
    if (made.length === 1) return made[0];
    return made.length === 0 ? null : Buffer.concat(made);
  }
}
