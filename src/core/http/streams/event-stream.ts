import { Readable } from 'node:stream';

/** The most bytes buffered for a client that doesn't read; more destroys the stream. */
const MOST_UNREAD_BYTES = 64 * 1024;
/** The buffered bytes at which `room` makes the writer wait. */
const FULL_BYTES = 4 * 1024;

/** A body of server-sent events. A client that doesn't read it is disconnected. */
export class EventStream extends Readable {
  private isEnding = false;
  private sentBytes = 0;
  private takenBytesAtBeat: number | undefined;
  private taken: (() => void) | undefined;

  constructor() {
    super({ highWaterMark: FULL_BYTES });
    this.once('close', () => this.taken?.());
  }

  send(text: string): void {
    if (this.isEnding || this.destroyed) return;
    const bytes = Buffer.from(text);
    this.sentBytes += bytes.length;
    if (this.readableLength + bytes.length > MOST_UNREAD_BYTES) this.destroy();
    else this.push(bytes);
  }

  /** Sends a heartbeat. Disconnects a client that has read nothing since the previous one. */
  beat(text: string): void {
    const takenBytes = this.sentBytes - this.readableLength;
    if (this.readableLength > 0 && takenBytes === this.takenBytesAtBeat) this.destroy();
    this.takenBytesAtBeat = takenBytes;
    this.send(text);
  }

  /** Resolves when there is room, or the stream is over. */
  async room(): Promise<void> {
    if (this.readableLength < FULL_BYTES || this.isOver) return;
    await new Promise<void>((resolve) => (this.taken = resolve));
  }

  get isOver(): boolean {
    return this.isEnding || this.destroyed;
  }

  /** Ends the stream after the data already sent. */
  finish(): void {
    if (this.isOver) return;
    this.isEnding = true;
    this.push(null);
  }

  override _read(): void {
    this.taken?.();
  }
}
