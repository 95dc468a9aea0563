import { LRUCache } from 'lru-cache';
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
  decimals: number;
  words: Float64Array;
  lengths: Uint8Array;
}

/** A column of the entries with its key. */
interface Member {
  key: Words;
  values: Float64Array;
  /** None for moments. */
  table: NumberTable | undefined;
}

const ENTRY_END = wordsOf('Z","values":{');
const tables: NumberTable[] = [];
/** There are only as many as there are metrics and daily values. */
const keys = new Map<string, Words>();
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
    const members = columns.map((column, i) => memberOf(column, i === 0));
    const keysLength = members.reduce((sum, { key }) => sum + key.length, 0);
    const entryBytes = MOST_ENTRY_BYTES + keysLength + columns.length * MOST_VALUE_BYTES;
    this.reserve(timesMs.length * entryBytes);
    const { bytes } = this;
    let day = NaN;
    let dayText = wordsOf('');
    for (let entry = 0; entry < timesMs.length; entry++) {
      const timeMs = timesMs[entry];
      const dayNumber = Math.floor(timeMs / DAY_MS);
      if (dayNumber !== day) {
        day = dayNumber;
        dayText = dayTextOf(dayNumber);
      }
      if (!isFirst || entry > 0) bytes[this.length++] = COMMA;
      this.write(dayText);
      this.clock(timeMs - dayNumber * DAY_MS);
      this.write(ENTRY_END);
      this.members(members, entry);
      bytes[this.length++] = CLOSE;
      bytes[this.length++] = CLOSE;
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

  /** Keys and values of one entry. The place is kept outside of the object: this is where the time goes. */
  private members(members: readonly Member[], entry: number): void {
    const { view } = this;
    let place = this.length;
    for (let i = 0; i < members.length; i++) {
      const { key, values, table } = members[i];
      for (let word = 0; word < key.words.length; word++)
        view.setFloat64(place + 8 * word, key.words[word], true);
      place += key.length;
      let value = values[entry];
      if (value < 0 && table) {
        view.setUint8(place++, MINUS);
        value = -value;
      }
      if (table && value < TABLE_LENGTH) {
        view.setFloat64(place, table.words[value], true);
        place += table.lengths[value];
      } else {
        this.length = place;
        if (table) this.number(value, table.decimals);
        else this.instant(value);
        place = this.length;
      }
    }
    this.length = place;
  }

  /** A number that no table has. */
  private number(places: number, decimals: number): void {
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

function memberOf(column: Column, isFirst: boolean): Member {
  const text = `${isFirst ? '' : ','}"${column.name}":`;
  let key = keys.get(text);
  if (!key) keys.set(text, (key = wordsOf(text)));
  if ('instantsMs' in column) return { key, values: column.instantsMs, table: undefined };
  const table = (tables[column.decimals] ??= tableOf(column.decimals));
  return { key, values: column.lastPlaces, table };
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
  return { decimals, words, lengths };
}

/** How the entries of a day begin, of the years 0 to 9999. */
function dayTextOf(dayNumber: number): Words {
  const known = days.get(dayNumber);
  if (known) return known;
  const text = wordsOf(`{"time":"${new Date(dayNumber * DAY_MS).toISOString().slice(0, 10)}T`);
  days.set(dayNumber, text);
  return text;
}
