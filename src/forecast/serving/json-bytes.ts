import { LRUCache } from 'lru-cache';
import { type Column, type ServedTimeline } from '../timelines/served-timeline.js';

const DAY_MS = 86_400_000;
const POWERS_OF_TEN = [1, 10, 100, 1000];
const TABLE_LENGTH = 16_384;
const INITIAL_BYTES = 128 * 1024;

/** What an entry has at most beside its keys, and a value beside its key. */
const MOST_ENTRY_BYTES = 64;
const MOST_VALUE_BYTES = 32;

const COMMA = 0x2c;
const MINUS = 0x2d;
const CLOSE_TWICE = 0x7d7d;

/**
 * ASCII text in words of eight characters, so that one instruction writes eight of them. As the bits of a double none of
 * them is NaN, whose bits a processor may change: the last character would have to be 0x7f or beyond.
 */
interface Words {
  words: Float64Array;
  length: number;
}

/** The texts of 0..16383 in units of the last place, each of which fits into one word, with up to 3 decimals. */
interface NumberTables {
  /** [decimals][number] */
  words: Float64Array;
  lengths: Uint8Array;
}

/** The keys of entries and how the values beside them are written, laid out flat. */
interface EntryLayout {
  /** An even number of words of each key, enough for the longest: what is too much is written over by what follows. */
  keyWords: Float64Array;
  wordsOfKey: number;
  keyLengths: Int32Array;
  /** Of numbers; -1 for moments. */
  decimals: Int32Array;
}

const ENTRY_END = wordsOf('Z","values":{');
/** `HH:MM:00` of each minute of a day, in one word. */
const clocks = Float64Array.from({ length: 1440 }, (_, minute) => clockWord(60 * minute));
const tables = numberTables();
const layouts = new LRUCache<string, EntryLayout>({ max: 100 });
const days = new LRUCache<number, Words>({ max: 100 });

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
    const layout = layoutOf(columns);
    const values = columns.map((column) => ('instantsMs' in column ? column.instantsMs : column.lastPlaces));
    const memberBytes = 8 * layout.wordsOfKey + MOST_VALUE_BYTES;
    this.reserve(timesMs.length * (MOST_ENTRY_BYTES + columns.length * memberBytes));
    let place = this.length;
    let day = NaN;
    let head = ENTRY_END;
    for (let entry = 0; entry < timesMs.length; entry++) {
      const timeMs = timesMs[entry];
      const dayNumber = Math.floor(timeMs / DAY_MS);
      if (dayNumber !== day) {
        day = dayNumber;
        head = dayTextOf(dayNumber);
      }
      if (!isFirst || entry > 0) this.view.setUint8(place++, COMMA);
      place = this.write(head, place);
      place = this.clock(timeMs - dayNumber * DAY_MS, place);
      place = this.write(ENTRY_END, place);
      place = this.members(layout, values, entry, place);
      this.view.setUint16(place, CLOSE_TWICE);
      place += 2;
    }
    this.length = place;
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

  /** Keys and values of one entry: this is where the time goes. All of these return where what they wrote ends. */
  private members(
    { keyWords, wordsOfKey, keyLengths, decimals }: EntryLayout,
    values: readonly Float64Array[],
    entry: number,
    start: number,
  ): number {
    const { view } = this;
    const { words, lengths } = tables;
    let place = start;
    for (let i = 0, word = 0; i < values.length; i++) {
      for (let at = place, end = word + wordsOfKey; word < end; word += 2, at += 16) {
        view.setFloat64(at, keyWords[word], true);
        view.setFloat64(at + 8, keyWords[word + 1], true);
      }
      place += keyLengths[i];
      const row = decimals[i] * TABLE_LENGTH;
      let value = values[i][entry];
      if (value < 0 && row >= 0) {
        view.setUint8(place++, MINUS);
        value = -value;
      }
      if (value < TABLE_LENGTH && row >= 0) {
        view.setFloat64(place, words[row + value], true);
        place += lengths[row + value];
      } else {
        place = row >= 0 ? this.number(value, decimals[i], place) : this.instant(value, place);
      }
    }
    return place;
  }

  /** A number that no table has. */
  private number(places: number, decimals: number, place: number): number {
    const text = Number.isNaN(places) ? 'null' : String(places / POWERS_OF_TEN[decimals]);
    return place + this.bytes.write(text, place, 'latin1');
  }

  private instant(timeMs: number, place: number): number {
    const text = Number.isNaN(timeMs) ? 'null' : `"${new Date(timeMs).toISOString().slice(0, 19)}Z"`;
    return place + this.bytes.write(text, place, 'latin1');
  }

  /** `HH:MM:SS` */
  private clock(timeOfDayMs: number, place: number): number {
    const seconds = Math.floor(timeOfDayMs / 1000);
    const word = seconds % 60 === 0 ? clocks[seconds / 60] : clockWord(seconds);
    this.view.setFloat64(place, word, true);
    return place + 8;
  }

  private write({ words, length }: Words, place: number): number {
    const { view } = this;
    for (let i = 0; i < words.length; i++) view.setFloat64(place + 8 * i, words[i], true);
    return place + length;
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

function layoutOf(columns: readonly Column[]): EntryLayout {
  let name = '';
  for (const column of columns) name += `${column.name} ${decimalsOf(column)} `;
  let layout = layouts.get(name);
  if (!layout) layouts.set(name, (layout = newLayout(columns)));
  return layout;
}

function newLayout(columns: readonly Column[]): EntryLayout {
  const keys = columns.map(({ name }, i) => wordsOf(`${i === 0 ? '' : ','}"${name}":`));
  const wordsOfKey = 2 * Math.ceil(Math.max(0, ...keys.map(({ length }) => length)) / 16);
  const keyWords = new Float64Array(keys.length * wordsOfKey);
  keys.forEach(({ words }, i) => keyWords.set(words, i * wordsOfKey));
  return {
    keyWords,
    wordsOfKey,
    keyLengths: Int32Array.from(keys, ({ length }) => length),
    decimals: Int32Array.from(columns, decimalsOf),
  };
}

/** -1 for moments. */
function decimalsOf(column: Column): number {
  return 'instantsMs' in column ? -1 : column.decimals;
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

function numberTables(): NumberTables {
  const words = new Float64Array(POWERS_OF_TEN.length * TABLE_LENGTH);
  const lengths = new Uint8Array(words.length);
  for (let row = 0; row < words.length; row++) {
    const decimals = Math.floor(row / TABLE_LENGTH);
    // The quotient is the double next to the decimal number, whose shortest text is that number.
    const { words: text, length } = wordsOf(String((row % TABLE_LENGTH) / POWERS_OF_TEN[decimals]));
    [words[row], lengths[row]] = [text[0], length];
  }
  return { words, lengths };
}

/** `HH:MM:SS` of a second of the day. */
function clockWord(second: number): number {
  return wordsOf(new Date(1000 * second).toISOString().slice(11, 19)).words[0];
}

/** How the entries of a day begin, of the years 0 to 9999. */
function dayTextOf(dayNumber: number): Words {
  const known = days.get(dayNumber);
  if (known) return known;
  const text = wordsOf(`{"time":"${new Date(dayNumber * DAY_MS).toISOString().slice(0, 10)}T`);
  days.set(dayNumber, text);
  return text;
}
