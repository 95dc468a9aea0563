import { type NumberColumn, type ServedTimeline } from '../timelines/served-timeline.js';
import { OWN_FRAME } from './entry-frame.js';
import { mostColumnBytes, mostEntryBytes, SCRATCH, writeColumn, writeEntries } from './json-entries.js';

/** UTF-8 has at most so many for one character of a string. */
const MOST_CHARACTER_BYTES = 3;
const VALUES_AT_ONCE = 1000;

interface Written {
  /** What had to make room in the scratch memory. */
  pieces: Buffer[];
  /** Of the rest, which is in the scratch memory. */
  length: number;
}

/** Whose rest is in the scratch memory. */
let current: Written = { pieces: [], length: 0 };

/** The JSON of an answer as it grows. Several may grow by turns; one that is written without a break is copied once. */
export class JsonBytes {
  private readonly written: Written = { pieces: [], length: 0 };

  text(text: string): void {
    this.reserve(MOST_CHARACTER_BYTES * text.length);
    this.written.length += SCRATCH.write(text, this.written.length);
  }

  /** The entries of a part of a timeline. */
  entries(part: ServedTimeline, isFirst: boolean, frame = OWN_FRAME): void {
    const most = mostEntryBytes(part.columns);
    let done = 0;
    while (done < part.timesMs.length) {
      this.reserve(most);
      const { length } = this.written;
      const end = Math.min(part.timesMs.length, done + Math.floor((SCRATCH.length - length) / most));
      this.written.length = writeEntries(part, done, end, !isFirst || done > 0, length, frame);
      done = end;
    }
  }

  /** The values of a column, separated by commas. */
  column(column: Omit<NumberColumn, 'name'>): void {
    for (let done = 0; done < column.lastPlaces.length; done += VALUES_AT_ONCE) {
      this.reserve(mostColumnBytes(VALUES_AT_ONCE));
      const end = Math.min(column.lastPlaces.length, done + VALUES_AT_ONCE);
      this.written.length = writeColumn(column, done, end, this.written.length);
    }
  }

  /** What was written so far, with memory of its own; begins anew. */
  take(): Buffer {
    if (this.written === current) makeRoom();
    const pieces = this.written.pieces.splice(0);
    return pieces.length === 1 ? pieces[0] : joined(pieces);
  }

  /** Makes the scratch memory this one's, with so many bytes to spare. */
  private reserve(count: number): void {
    if (count > SCRATCH.length) throw new RangeError(`${count} bytes of JSON are too many`);
    if (this.written === current && current.length + count <= SCRATCH.length) return;
    makeRoom();
    current = this.written;
  }
}

function makeRoom(): void {
  if (current.length > 0) current.pieces.push(joined([SCRATCH.subarray(0, current.length)]));
  current.length = 0;
}

/** Not out of memory that others share, as Buffer.concat would have it. */
function joined(pieces: readonly Buffer[]): Buffer {
  const whole = Buffer.allocUnsafeSlow(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let place = 0;
  for (const piece of pieces) place += piece.copy(whole, place);
  return whole;
}
