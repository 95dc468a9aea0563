import { type NumberColumn, type ServedTimeline } from '../timelines/served-timeline.js';
import { OWN_FRAME } from './entry-frame.js';
import { mostColumnBytes, mostEntryBytes, SCRATCH, writeColumn, writeEntries } from './json-entries.js';

/** The most bytes that UTF-8 takes for one UTF-16 code unit of a string. */
const MOST_CHARACTER_BYTES = 3;
const VALUES_AT_ONCE = 1000;

interface Written {
  /** Copied out of the scratch buffer to make room. */
  pieces: Buffer[];
  /** Length of the rest, which is in the scratch buffer. */
  length: number;
}

/** The one whose rest is in the scratch buffer. */
let current: Written = { pieces: [], length: 0 };

/**
 * Builds the JSON of a response. Several can be built alternately; one that is built without interruption is copied
 * once.
 */
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
    for (let done = 0; done < column.scaled.length; done += VALUES_AT_ONCE) {
      this.reserve(mostColumnBytes(VALUES_AT_ONCE));
      const end = Math.min(column.scaled.length, done + VALUES_AT_ONCE);
      this.written.length = writeColumn(column, done, end, this.written.length);
    }
  }

  /** Returns what was written so far, in memory of its own, and starts over. */
  take(): Buffer {
    if (this.written === current) makeRoom();
    const pieces = this.written.pieces.splice(0);
    return pieces.length === 1 ? pieces[0] : joined(pieces);
  }

  /** Takes over the scratch buffer, with room for `count` bytes. */
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

/** Concatenates into memory of its own, not the shared pool that Buffer.concat uses. */
function joined(pieces: readonly Buffer[]): Buffer {
  const whole = Buffer.allocUnsafeSlow(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let place = 0;
  for (const piece of pieces) place += piece.copy(whole, place);
  return whole;
}
