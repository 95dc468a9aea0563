import { Readable } from 'node:stream';

/** The bytes of a result. Each chunk is created once the consumer has taken the previous one. */
export class ResultStream extends Readable {
  takenMs = Infinity;

  constructor(private readonly pieces: AsyncIterator<Buffer>) {
    super({ highWaterMark: 1 });
  }

  override _read(): void {
    this.takenMs = Infinity;
    void this.pushNext();
  }

  private async pushNext(): Promise<void> {
    try {
      let piece = await this.pieces.next();
      while (!piece.done && piece.value.length === 0) piece = await this.pieces.next();
      this.takenMs = performance.now();
      this.push(piece.done ? null : piece.value);
    } catch (error) {
      this.destroy(error as Error);
    }
  }
}
