import { Readable } from 'node:stream';
import { type StoredRun } from '../../model-store/read/stored-run.js';
import { type Turns } from './turns.js';

/** Pieces are put together up to here, so that a turn is worth its while. */
const STEP_BYTES = 32 * 1024;
/** Pieces that cost much and have little, or nothing, end a turn as well. */
const STEP_MS = 2;

/** The bytes of a long answer: each piece is made in a turn of its own, once the caller has taken the one before. */
export class AnswerStream extends Readable {
  /** When the caller had taken everything that there was; ms of the process. */
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

  /** Empty where a turn was not enough for any; null at the end. */
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
