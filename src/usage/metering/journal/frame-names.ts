import { type RECORD } from './journal-format.js';

/** Some clients make a key for each visitor: what is kept of them has an end. */
const MOST_KEPT = 10_000;

interface Name {
  /** The record that names it. */
  readonly record: Buffer;
  /** The frame that it was named in last, and its number there. */
  frame: number;
  number: number;
}

/** The owners or routes of one frame after the other; the records that name them are kept from frame to frame. */
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

  /** Writes the record where the frame does not have it yet. @returns where the buffer goes on */
  nameOnce(name: Name, buffer: Buffer, offsetBytes: number): number {
    if (name.frame === this.frame) return offsetBytes;
    name.frame = this.frame;
    name.number = this.namedInFrame++;
    buffer.set(name.record, offsetBytes);
    return offsetBytes + name.record.length;
  }
}
