import { type Column, type ServedTimeline } from '../timelines/served-timeline.js';

const DAY_MS = 86_400_000;
const POWERS_OF_TEN = [1, 10, 100, 1000];
const TABLE_LENGTH = 16_384;
const INITIAL_BYTES = 128 * 1024;

/** What an entry has at most beside its keys, and a value beside its key. */
const MOST_ENTRY_BYTES = 64;
const MOST_VALUE_BYTES = 32;

const ZERO = 0x30;
const COMMA = 0x2c;
const MINUS = 0x2d;
const COLON = 0x3a;
const CLOSE = 0x7d;

/**
 * ASCII text in words of eight characters, so that one instruction writes eight of them. As the bits of a double none of
 * them is NaN, whose bits a processor may change: the last character would have to be 0x7f or beyond.
 */
interface Words {
  words: Float64Array;
  length: number;
}

/** The texts of 0..16383 in units of the last place, each of which fits into one word. */
interface NumberTable {
  words: Float64Array;
  lengths: Uint8Array;
}

const ENTRY_END = wordsOf('Z","values":{');
const tables: NumberTable[] = [];

/**
 * The JSON of an answer as it grows. Its numbers are few and the same in every answer, and its keys in every entry, so
 * both are kept as bytes, which are put together without strings in between.
 */
export class JsonBytes {
  private bytes = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  private view = viewOf(this.bytes);
  private length = 0;

  text(text: string): void {
    this.reserve(3 * text.length);
    this.length += this.bytes.write(text, this.length);
  }

  /** The entries of a part of a timeline. */
  entries({ timesMs, columns }: ServedTimeline, isFirst: boolean): void {
    const keys = columns.map(({ name }, i) => wordsOf(`${i === 0 ? '' : ','}"${name}":`));
    const keysLength = keys.reduce((sum, { length }) => sum + length, 0);
    const entryBytes = MOST_ENTRY_BYTES + keysLength + columns.length * MOST_VALUE_BYTES;
    this.reserve(timesMs.length * entryBytes);
    const writers = columns.map((column) => this.writerOf(column));
    let day = NaN;
    let dayText = wordsOf('');
    for (let entry = 0; entry < timesMs.length; entry++) {
      const timeMs = timesMs[entry];
      const dayNumber = Math.floor(timeMs / DAY_MS);
      if (dayNumber !== day) {
        day = dayNumber;
        dayText = wordsOf(`{"time":"${dateText(timeMs)}T`);
      }
      if (!isFirst || entry > 0) this.bytes[this.length++] = COMMA;
      this.write(dayText);
      this.clock(timeMs - dayNumber * DAY_MS);
      this.write(ENTRY_END);
      for (let i = 0; i < writers.length; i++) {
        this.write(keys[i]);
        writers[i](entry);
      }
      this.bytes[this.length++] = CLOSE;
      this.bytes[this.length++] = CLOSE;
    }
  }

  /** What was written so far, with memory of its own; begins anew. */
  take(): Buffer {
    const taken = Buffer.allocUnsafeSlow(this.length);
    this.bytes.copy(taken, 0, 0, this.length);
    this.length = 0;
    return taken;
  }

  /** The bytes that it holds on to. */
  get capacity(): number {
    return this.bytes.length;
  }

  private writerOf(column: Column): (entry: number) => void {
    if ('instantsMs' in column) {
      const { instantsMs } = column;
      return (entry) => this.instant(instantsMs[entry]);
    }
    const { lastPlaces, decimals } = column;
    const table = (tables[decimals] ??= tableOf(decimals));
    return (entry) => this.number(lastPlaces[entry], table, decimals);
  }

  private number(lastPlaces: number, { words, lengths }: NumberTable, decimals: number): void {
    let places = lastPlaces;
    if (places < 0) {
      this.bytes[this.length++] = MINUS;
      places = -places;
    }
    if (places < TABLE_LENGTH) {
      this.view.setFloat64(this.length, words[places], true);
      this.length += lengths[places];
      return;
    }
    const text = Number.isNaN(places) ? 'null' : String(places / POWERS_OF_TEN[decimals]);
    this.length += this.bytes.write(text, this.length, 'latin1');
  }

  private instant(timeMs: number): void {
    const text = Number.isNaN(timeMs) ? 'null' : `"${new Date(timeMs).toISOString().slice(0, 19)}Z"`;
    this.length += this.bytes.write(text, this.length, 'latin1');
  }

  /** `HH:MM:SS` */
  private clock(timeOfDayMs: number): void {
    const seconds = Math.floor(timeOfDayMs / 1000);
    this.twoDigits(Math.floor(seconds / 3600));
    this.bytes[this.length++] = COLON;
    this.twoDigits(Math.floor(seconds / 60) % 60);
    this.bytes[this.length++] = COLON;
    this.twoDigits(seconds % 60);
  }

  private twoDigits(number: number): void {
    const tens = Math.floor(number / 10);
    this.bytes[this.length++] = ZERO + tens;
    this.bytes[this.length++] = ZERO + number - 10 * tens;
  }

  private write({ words, length }: Words): void {
    const { view } = this;
    for (let i = 0, place = this.length; i < words.length; i++, place += 8)
      view.setFloat64(place, words[i], true);
    this.length += length;
  }

  /** Makes room for so many bytes, and for what the last word may write beyond them. */
  private reserve(count: number): void {
    const needed = this.length + count + 8;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.bytes.length));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
    this.view = viewOf(larger);
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function wordsOf(text: string): Words {
  const bytes = Buffer.alloc(Math.ceil(text.length / 8) * 8, ' ');
  bytes.write(text, 'latin1');
  const words = Float64Array.from({ length: bytes.length / 8 }, (_, i) => bytes.readDoubleLE(8 * i));
  return { words, length: text.length };
}

function tableOf(decimals: number): NumberTable {
  const words = new Float64Array(TABLE_LENGTH);
  const lengths = new Uint8Array(TABLE_LENGTH);
  for (let places = 0; places < TABLE_LENGTH; places++) {
    // The quotient is the double next to the decimal number, whose shortest text is that number.
    const { words: text, length } = wordsOf(String(places / POWERS_OF_TEN[decimals]));
    [words[places], lengths[places]] = [text[0], length];
  }
  return { words, lengths };
}

/** Of the years 0 to 9999. */
function dateText(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
