import { type RECORD } from './journal-format.js';

/** Bounds the cache, since some clients create a key for each visitor. */
const MOST_KEPT = 10_000;

interface Name {
  /** The record that names it. */
  readonly record: Buffer;
  /** The last frame that has the record, and the number of the name there. */
  frame: number;
  number: number;
}

/** The owners or routes of consecutive frames. The records that name them are cached from frame to frame. */
export class FrameNames {
  private readonly names = new Map<string, Name>();
  private frame = 0;
  private namedInFrame = 0;

  constructor(private readonly kind: (typeof RECORD)['OWNER' | 'ROUTE']) {}

  beginFrame(): void {
    this.frame += 1;
    this.namedInFrame = 0;
    if (this.names.size > MOST_KEPT) this.names.clear();
  }

  find(id: string): Name | undefined {
    return this.names.get(id);
  }

  add(id: string, texts: readonly string[]): Name {
    const encoded = texts.flatMap((text) => {
      const bytes = Buffer.from(text.slice(0, 255), 'latin1');
      return [Buffer.of(bytes.length), bytes];
    });
    const name = { record: Buffer.concat([Buffer.of(this.kind), ...encoded]), frame: -1, number: 0 };
    this.names.set(id, name);
    return name;
  }

  /** Writes the record if the frame does not have it yet. @returns the offset after it */
  nameOnce(name: Name, buffer: Buffer, offsetBytes: number): number {
    if (name.frame === this.frame) return offsetBytes;
    name.frame = this.frame;
    name.number = this.namedInFrame++;
    buffer.set(name.record, offsetBytes);
    return offsetBytes + name.record.length;
  }
}
