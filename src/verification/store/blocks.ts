import { promisify } from 'node:util';
import { deflateRaw, inflateRaw, inflateRawSync } from 'node:zlib';
import { inTurns } from '../../core/background/index.js';
import { DAY_HOURS, FORECAST_DAY, NO_VALUE, STATION_BIASES, SUMS } from '../../weather/verification/index.js';

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
  /** Those of sources that hardly differ from it. */
  readonly others?: Readonly<Record<string, Int16Array>>;
}

export async function packForecasts({ stations, values, others = {} }: ForecastBlock): Promise<Buffer> {
  const parts = [await inTurns(differences(values, FORECAST_DAY, DAY_HOURS))];
  for (const other of Object.values(others)) {
    const without = await inTurns(plus(other, values, -1));
    parts.push(await inTurns(differences(without, FORECAST_DAY, DAY_HOURS)));
  }
  return pack({ stations, sources: Object.keys(others) }, Buffer.concat(parts));
}

export async function unpackForecasts(block: Uint8Array): Promise<Required<ForecastBlock>> {
  const { header, bytes } = await unpack<{ stations: string[]; sources: string[] }>(block);
  const length = bytes.length / (1 + header.sources.length);
  const read = (part: number) =>
    inTurns(fromDifferences(bytes.subarray(part * length, (part + 1) * length), FORECAST_DAY, DAY_HOURS));
  const values = await read(0);
  const others: Record<string, Int16Array> = {};
  for (const [i, source] of header.sources.entries())
    others[source] = await inTurns(plus(await read(1 + i), values, 1));
  return { stations: header.stations, values, others };
}

/** Returns values with others added or, with -1, taken from them, where both are there. Yields after each station. */
function* plus(values: Int16Array, others: Int16Array, sign: 1 | -1): Generator<void, Int16Array> {
  const sums = values.slice();
  for (let first = 0; first < sums.length; first += FORECAST_DAY) {
    for (let i = first; i < first + FORECAST_DAY; i++)
      if (values[i] !== NO_VALUE && others[i] !== NO_VALUE) sums[i] += sign * others[i];
    yield;
  }
  return sums;
}

/**
 * Each value is stored as the difference to the one before that is there, without its sign, which is the lowest bit. Those
 * of all stations come together, the low bytes of all before their high bytes: so they take a third of the space. Yields
 * after each row.
 *
 * @param perStation how many values a station has
 * @param length how many of them there are in a row
 */
function* differences(values: Int16Array, perStation: number, length: number): Generator<void, Uint8Array> {
  const bytes = new Uint8Array(2 * values.length);
  const stations = values.length / perStation;
  for (let first = 0; first < values.length; first += length) {
    let before = 0;
    let to = placeOf(first, perStation, stations);
    for (let i = first; i < first + length; i++, to += stations) {
      const value = values[i];
      const difference = value === NO_VALUE ? NO_VALUE : value - before;
      if (value !== NO_VALUE) before = value;
      const whole = (difference << 1) ^ (difference >> 31);
      bytes[to] = whole & 0xff;
      bytes[values.length + to] = whole >> 8;
    }
    yield;
  }
  return bytes;
}

function* fromDifferences(
  bytes: Uint8Array,
  perStation: number,
  length: number,
): Generator<void, Int16Array> {
  const values = new Int16Array(bytes.length / 2);
  const stations = values.length / perStation;
  for (let first = 0; first < values.length; first += length) {
    let before = 0;
    let from = placeOf(first, perStation, stations);
    for (let i = first; i < first + length; i++, from += stations) {
      const whole = bytes[from] | (bytes[values.length + from] << 8);
      values[i] = (whole >> 1) ^ -(whole & 1);
      if (values[i] !== NO_VALUE) before = values[i] += before;
    }
    yield;
  }
  return values;
}

/** Where a station's value is if the first values of all stations come before their second ones. */
function placeOf(index: number, perStation: number, stations: number): number {
  return (index % perStation) * stations + Math.floor(index / perStation);
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
 * and the same sets of all stations come together, since they are alike.
 *
 * @param width how many numbers a set of cases has
 */
export function packSums({ sums, ...header }: SumsBlock, width: number): Promise<Buffer> {
  const bytes = new Uint8Array(MOST_BYTES * sums.length);
  let length = 0;
  forEachNumber(sums.length, width, header.stations?.length, (k, first) => {
    const sum = sums[first + k] - (width === SUMS ? suggested(sums, first, k) : 0);
    let rest = sum < 0 ? -2 * sum - 1 : 2 * sum;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes[length++] = 128 + (rest % 128);
    bytes[length++] = rest;
  });
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
  forEachNumber(numbers, width, header.stations?.length, (k, first) => {
    let [value, unit] = [0, 1];
    for (; bytes[offset] >= 128; offset++, unit *= 128) value += (bytes[offset] - 128) * unit;
    value += bytes[offset++] * unit;
    sums[first + k] =
      (value % 2 === 1 ? -(value + 1) / 2 : value / 2) + (width === SUMS ? suggested(sums, first, k) : 0);
  });
  return { ...rest, sums };
}

function forEachNumber(
  numbers: number,
  width: number,
  stations = 1,
  use: (k: number, first: number) => void,
): void {
  const perStation = numbers / stations;
  for (let k = 0; k < width; k++)
    for (let set = 0; set < perStation; set += width)
      for (let first = set; first < numbers; first += perStation) use(k, first);
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
  return pack(stations, await inTurns(differences(values, STATION_BIASES, STATION_BIASES)));
}

export async function unpackBiases(block: Uint8Array): Promise<BiasBlock> {
  const { header, bytes } = await unpack<string[]>(block);
  return { stations: header, values: await inTurns(fromDifferences(bytes, STATION_BIASES, STATION_BIASES)) };
}
