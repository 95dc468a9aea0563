import { promisify } from 'node:util';
import { deflateRaw, inflateRaw, inflateRawSync } from 'node:zlib';
import { inTurns } from '../../core/background/index.js';
import { DAY_HOURS, NO_VALUE, STATION_BIASES, SUMS } from '../../weather/verification/index.js';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);
const LENGTH_BYTES = 4;
/** What many blocks begin with, which saves a tenth of those of few stations. Blocks can only be read with the same one. */
const dictionary = Buffer.from(
  '{"sources":["auto","auto_uncorrected","auto_without_station","climatology","persistence"],"stations":["K"],"numbers":1,"width":4}',
);
/** Of a whole number below 2^53, seven bits in each. */
const MOST_BYTES = 8;
const MOST_SUGGESTED = 2 ** 50;

/** Numbers with what they are of, as JSON. */
interface Block<Header> {
  readonly header: Header;
  readonly bytes: Buffer;
}

export async function pack(header: unknown, bytes: Uint8Array): Promise<Buffer> {
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(text.length);
  return deflate(Buffer.concat([length, text, bytes]), { dictionary });
}

export async function unpack<Header>(block: Uint8Array): Promise<Block<Header>> {
  return read(await inflate(block, { dictionary }));
}

function read<Header>(plain: Buffer): Block<Header> {
  const end = LENGTH_BYTES + plain.readUInt32LE(0);
  return {
    header: JSON.parse(plain.toString('utf8', LENGTH_BYTES, end)) as Header,
    bytes: plain.subarray(end),
  };
}

/** Forecasts of a day: [station][value][hour]. */
export interface ForecastBlock {
  readonly stations: readonly string[];
  readonly values: Int16Array;
}

export async function packForecasts({ stations, values }: ForecastBlock): Promise<Buffer> {
  return pack(stations, await inTurns(differences(values, DAY_HOURS)));
}

export async function unpackForecasts(block: Uint8Array): Promise<ForecastBlock> {
  const { header, bytes } = await unpack<string[]>(block);
  return { stations: header, values: await inTurns(fromDifferences(bytes, DAY_HOURS)) };
}

/**
 * Each value is stored as the difference to the one before that is there, the low bytes of all before their high bytes:
 * so they take half the space. Yields after each row.
 *
 * @param length how many values there are in a row
 */
function* differences(values: Int16Array, length: number): Generator<void, Uint8Array> {
  const bytes = new Uint8Array(2 * values.length);
  for (let first = 0; first < values.length; first += length) {
    let before = 0;
    for (let i = first; i < first + length; i++) {
      const value = values[i];
      const difference = value === NO_VALUE ? NO_VALUE : value - before;
      if (value !== NO_VALUE) before = value;
      bytes[i] = difference & 0xff;
      bytes[values.length + i] = (difference >> 8) & 0xff;
    }
    yield;
  }
  return bytes;
}

function* fromDifferences(bytes: Uint8Array, length: number): Generator<void, Int16Array> {
  const values = new Int16Array(bytes.length / 2);
  for (let first = 0; first < values.length; first += length) {
    let before = 0;
    for (let i = first; i < first + length; i++) {
      values[i] = bytes[i] | (bytes[values.length + i] << 8);
      if (values[i] !== NO_VALUE) before = values[i] += before;
    }
    yield;
  }
  return values;
}

/** What sums are of: the order of their sources, and for blocks of stations, of their stations. */
interface SumsHeader {
  readonly sources: readonly string[];
  readonly stations?: readonly string[];
}

export interface SumsBlock extends SumsHeader {
  readonly sums: Float64Array;
}

/**
 * Sums are whole numbers: those near 0 take one byte. The first numbers of all sets of cases come before their second ones,
 * since they are alike.
 *
 * @param width how many numbers a set of cases has
 */
export function packSums({ sums, ...header }: SumsBlock, width: number): Promise<Buffer> {
  const bytes = new Uint8Array(MOST_BYTES * sums.length);
  let length = 0;
  for (let k = 0; k < width; k++)
    for (let first = 0; first < sums.length; first += width) {
      const sum = sums[first + k] - (width === SUMS ? suggested(sums, first, k) : 0);
      let rest = sum < 0 ? -2 * sum - 1 : 2 * sum;
      for (; rest >= 128; rest = Math.floor(rest / 128)) bytes[length++] = 128 + (rest % 128);
      bytes[length++] = rest;
    }
  return pack({ ...header, numbers: sums.length, width }, bytes.subarray(0, length));
}

export async function unpackSums(block: Uint8Array): Promise<SumsBlock> {
  return readSums(await unpack(block));
}

/** Rather than in another thread, which takes longer for blocks of a tile. */
export function unpackSumsAtOnce(block: Uint8Array): SumsBlock {
  return readSums(read(inflateRawSync(block, { dictionary })));
}

function readSums({ header, bytes }: Block<SumsHeader & { numbers: number; width: number }>): SumsBlock {
  const { numbers, width, ...rest } = header;
  const sums = new Float64Array(numbers);
  let offset = 0;
  for (let k = 0; k < width; k++)
    for (let first = 0; first < numbers; first += width) {
      let [value, unit] = [0, 1];
      for (; bytes[offset] >= 128; offset++, unit *= 128) value += (bytes[offset] - 128) * unit;
      value += bytes[offset++] * unit;
      sums[first + k] =
        (value % 2 === 1 ? -(value + 1) / 2 : value / 2) + (width === SUMS ? suggested(sums, first, k) : 0);
    }
  return { ...rest, sums };
}

/** What the numbers before it (see `SUMS`) suggest for one: only the difference to it is stored. */
function suggested(sums: Float64Array, first: number, number: number): number {
  if (number === 2) return Math.abs(sums[first + 1]);
  const cases = sums[first];
  if (number < 3 || cases <= 0) return 0;
  return Math.min(Math.ceil((sums[first + 2] * sums[first + 2]) / cases), MOST_SUGGESTED);
}

/** What is known of stations to check their reports: see `CHECK_NUMBERS`. */
export interface CheckBlock {
  readonly stations: readonly string[];
  readonly values: Float32Array;
}

export function packChecks({ stations, values }: CheckBlock): Promise<Buffer> {
  return pack(stations, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
}

export async function unpackChecks(block: Uint8Array): Promise<CheckBlock> {
  const { header, bytes } = await unpack<string[]>(block);
  const values = new Float32Array(bytes.length / Float32Array.BYTES_PER_ELEMENT);
  for (let i = 0; i < values.length; i++) values[i] = bytes.readFloatLE(i * Float32Array.BYTES_PER_ELEMENT);
  return { stations: header, values };
}

/** What the errors of stations have taught: see `STATION_BIASES`. */
export interface BiasBlock {
  readonly stations: readonly string[];
  readonly values: Int16Array;
}

export async function packBiases({ stations, values }: BiasBlock): Promise<Buffer> {
  return pack(stations, await inTurns(differences(values, STATION_BIASES)));
}

export async function unpackBiases(block: Uint8Array): Promise<BiasBlock> {
  const { header, bytes } = await unpack<string[]>(block);
  return { stations: header, values: await inTurns(fromDifferences(bytes, STATION_BIASES)) };
}
