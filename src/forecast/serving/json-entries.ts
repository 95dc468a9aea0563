import { LRUCache } from 'lru-cache';
import { DAY_MS } from '../../core/time/index.js';
import { type Column, type NumberColumn, type ServedTimeline } from '../timelines/served-timeline.js';
import { clockWord, numberTables, POWERS_OF_TEN, type Words, wordsOf } from './json-words.js';
import { type EntryFrame, OWN_FRAME } from './entry-frame.js';

/** Numbers below this one are in tables as text. */
const TABLE_LENGTH = 16_384;

/** Words written for every key, enough for the longest one: what follows overwrites the excess. */
const WORDS_OF_KEY = 5;
/** Maximum bytes of an entry without its members, and of a member without its key. */
const MOST_ENTRY_BYTES = 64;
const MOST_VALUE_BYTES = 32;

const COMMA = 0x2c;
const MINUS = 0x2d;
const CLOSE_TWICE = 0x7d7d;

/** The keys of entries and how to write their values, as flat arrays. */
interface EntryLayout {
  keyWords: Float64Array;
  keyLengths: Int32Array;
  /** Of numbers; -1 for instants. */
  decimals: Int32Array;
  /** Where their tables begin; negative for instants. */
  rows: Int32Array;
}

/**
 * The buffer in which all JSON is written before it is copied out. Since it is never replaced by another one, checks at
 * each word are saved.
 */
export const SCRATCH = Buffer.allocUnsafeSlow(256 * 1024);
const view = new DataView(SCRATCH.buffer, SCRATCH.byteOffset, SCRATCH.byteLength);

const NULL = wordsOf('null');
/** `HH:MM:00` of each minute of a day, in one word. */
const clocks = Float64Array.from({ length: 1440 }, (_, minute) => clockWord(60 * minute));
const { words: numberWords, lengths: numberLengths } = numberTables(TABLE_LENGTH);
const layouts = new LRUCache<string, EntryLayout>({ max: 100 });

/** The maximum bytes of an entry, including what its last word may write beyond its end. */
export function mostEntryBytes(columns: readonly Column[]): number {
  return MOST_ENTRY_BYTES + columns.length * (8 * WORDS_OF_KEY + MOST_VALUE_BYTES);
}

/**
 * Writes entries of a timeline, separated by commas, and with one before the first if it follows others. Numbers repeat
 * across responses, and keys across entries, so both are precomputed as bytes and copied without creating strings.
 *
 * @returns where they end, as all functions here that write do
 */
export function writeEntries(
  { timesMs, columns }: ServedTimeline,
  first: number,
  end: number,
  followsOthers: boolean,
  start: number,
  frame = OWN_FRAME,
): number {
  const layout = layoutOf(columns);
  const values = columns.map((column) => ('instantsMs' in column ? column.instantsMs : column.scaled));
  let offset = start;
  let day = NaN;
  let head = frame.end;
  for (let entry = first; entry < end; entry++) {
    const timeMs = timesMs[entry] + frame.offsetMs;
    const dayNumber = Math.floor(timeMs / DAY_MS);
    if (dayNumber !== day) {
      day = dayNumber;
      head = frame.beginningOf(dayNumber);
    }
    if (followsOthers || entry > first) view.setUint8(offset++, COMMA);
    offset = writeWords(head, offset);
    offset = writeClock(timeMs - dayNumber * DAY_MS, offset);
    offset = writeWords(frame.end, offset);
    offset = writeMembers(layout, values, entry, offset, frame);
    view.setUint16(offset, CLOSE_TWICE);
    offset += 2;
  }
  return offset;
}

/**
 * Writes the keys and values of one entry, which is the hot path. `| 0` tells the compiler that offsets are integers.
 */
function writeMembers(
  { keyWords, keyLengths, decimals, rows }: EntryLayout,
  values: readonly Float64Array[],
  entry: number,
  start: number,
  frame: EntryFrame,
): number {
  let offset = start | 0;
  for (let i = 0, word = 0; i < values.length; i++, word += WORDS_OF_KEY) {
    view.setFloat64(offset, keyWords[word], true);
    view.setFloat64(offset + 8, keyWords[word + 1], true);
    view.setFloat64(offset + 16, keyWords[word + 2], true);
    view.setFloat64(offset + 24, keyWords[word + 3], true);
    view.setFloat64(offset + 32, keyWords[word + 4], true);
    offset = (offset + keyLengths[i]) | 0;
    const row = rows[i];
    let value = values[i][entry];
    if (value < 0 && row >= 0) {
      view.setUint8(offset++, MINUS);
      value = -value;
    }
    if (value < TABLE_LENGTH && row >= 0) {
      view.setFloat64(offset, numberWords[row + value], true);
      offset = (offset + numberLengths[row + value]) | 0;
    } else {
      offset = writeRare(value, decimals[i], offset, frame) | 0;
    }
  }
  return offset;
}

/** The maximum bytes of a number of values of a column. */
export function mostColumnBytes(count: number): number {
  return count * (MOST_VALUE_BYTES + 1);
}

/** Writes values of a column, separated by commas, and with one before the first if it follows others. */
export function writeColumn(
  { decimals, scaled }: Omit<NumberColumn, 'name'>,
  first: number,
  end: number,
  start: number,
): number {
  const row = TABLE_LENGTH * decimals;
  let offset = start | 0;
  for (let i = first; i < end; i++) {
    if (i > 0) view.setUint8(offset++, COMMA);
    let value = scaled[i];
    if (value < 0) {
      view.setUint8(offset++, MINUS);
      value = -value;
    }
    if (value < TABLE_LENGTH) {
      view.setFloat64(offset, numberWords[row + value], true);
      offset = (offset + numberLengths[row + value]) | 0;
    } else offset = writeRare(value, decimals, offset) | 0;
  }
  return offset;
}

/** Writes what no table has: null, an instant or a large number. */
function writeRare(value: number, decimals: number, offset: number, frame = OWN_FRAME): number {
  if (Number.isNaN(value)) return writeWords(NULL, offset);
  const isMoment = decimals < 0;
  const text = isMoment ? `"${frame.textOf(value)}"` : String(value / POWERS_OF_TEN[decimals]);
  return offset + SCRATCH.write(text, offset, 'latin1');
}

/** `HH:MM:SS` */
function writeClock(timeOfDayMs: number, offset: number): number {
  const seconds = Math.floor(timeOfDayMs / 1000);
  const word = seconds % 60 === 0 ? clocks[seconds / 60] : clockWord(seconds);
  view.setFloat64(offset, word, true);
  return offset + 8;
}

function writeWords({ words, length }: Words, offset: number): number {
  for (let i = 0; i < words.length; i++) view.setFloat64(offset + 8 * i, words[i], true);
  return offset + length;
}

function layoutOf(columns: readonly Column[]): EntryLayout {
  let name = '';
  for (const column of columns) name += `${column.name} ${decimalsOf(column)} `;
  let layout = layouts.get(name);
  if (!layout) layouts.set(name, (layout = newLayout(columns)));
  return layout;
}

function newLayout(columns: readonly Column[]): EntryLayout {
  const keys = columns.map(({ name }, i) => wordsOf(`${i === 0 ? '' : ','}"${name}":`, WORDS_OF_KEY));
  return {
    keyWords: Float64Array.from(keys.flatMap(({ words }) => [...words])),
    keyLengths: Int32Array.from(keys, ({ length }) => length),
    decimals: Int32Array.from(columns, decimalsOf),
    rows: Int32Array.from(columns, (column) => TABLE_LENGTH * decimalsOf(column)),
  };
}

/** -1 for instants. */
function decimalsOf(column: Column): number {
  return 'instantsMs' in column ? -1 : column.decimals;
}
