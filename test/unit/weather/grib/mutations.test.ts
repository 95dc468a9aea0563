import { describe, expect, test } from '@jest/globals';
import { GribError } from '../../../../src/weather/grib/grib-error.js';
import { loadPacking } from '../../../../src/weather/grib/load-packing.js';
import { type GribField, readFields } from '../../../../src/weather/grib/message.js';
import { fixture } from './fixtures.js';

/** MUTATIONS=6000 makes a hundred thousand mutations across all files. */
const MUTATIONS_OF_EACH = Number(process.env.MUTATIONS ?? 1000);

/** The headers of all sections except the bit map and the data, where a changed octet has the most effect. */
const HEADER_BYTES = 220;

/**
 * Returns a pseudo-random generator of integers below a bound (mulberry32), which yields the same sequence in each run.
 */
function randomIntegers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** Changes one to four octets. In one of ten cases, also removes or duplicates some octets. */
function mutate(original: Uint8Array, random: (bound: number) => number): Uint8Array {
  const bytes = original.slice();
  const changes = 1 + random(4);
  for (let change = 0; change < changes; change++) {
    const reach = random(3) === 0 ? bytes.length : Math.min(bytes.length, HEADER_BYTES);
    const octet = [random(256), 0, 0xff, 1, 0x80][random(5)];
    bytes[random(reach)] = octet;
  }
  if (random(10) > 0) return bytes;
  const from = random(bytes.length);
  const to = from + random(64);
  return random(2) === 0
    ? Uint8Array.from([...bytes.subarray(0, from), ...bytes.subarray(to)])
    : Uint8Array.from([...bytes.subarray(0, to), ...bytes.subarray(from)]);
}

/** Uses all supported parts of a field. */
async function use(field: GribField): Promise<void> {
  await loadPacking(field);
  const values = field.decode();
  expect(values).toHaveLength(field.grid.pointCount);
  expect(Number.isFinite(field.packing.referenceValue)).toBe(true);
  expect(Number.isFinite(field.product.stepHours)).toBe(true);
  expect(field.grid.toNorthWestOrder(values)).toHaveLength(values.length);
}

/** Returns the error from using a message, if any. */
async function failure(bytes: Uint8Array): Promise<unknown> {
  try {
    for (const field of readFields(bytes)) await use(field);
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('a mutated message is either read or causes a GribError', () => {
  test.each([
    'tmp.simple.grib2',
    'soilw.simple-bitmap.grib2',
    'tmp.simple-28bit.grib2',
    'rwmr.constant.grib2',
    'tmp.complex.grib2',
    'csnow.first-order.grib2',
    'sde.second-order-bitmap.grib2',
    'tmp.ccsds.grib2',
    'apcp.ccsds-4bit.grib2',
    'tmp.jpeg.grib2',
    'apcp.jpeg-5bit.grib2',
    'soilw.jpeg-bitmap.grib2',
    'tmp.png-4bit.grib2',
    'tmp.png-24bit.grib2',
    'soilw.png-bitmap.grib2',
    'tmp.ieee.grib2',
    'tmp.logarithms.grib2',
    'tmp.ecmwf-second-order.grib2',
    'scanning-modes.grib2',
    'products.grib2',
  ])('%s', async (name) => {
    const original = fixture(name);
    const random = randomIntegers(20260805);
    const outcomes = { read: 0, refused: 0 };
    for (let mutation = 0; mutation < MUTATIONS_OF_EACH; mutation++) {
      const error = await failure(mutate(original, random));
      if (error !== undefined) expect(error).toBeInstanceOf(GribError);
      outcomes[error === undefined ? 'read' : 'refused']++;
    }
    // The reader neither rejects everything nor accepts everything.
    expect(outcomes.read).toBeGreaterThan(MUTATIONS_OF_EACH / 50);
    expect(outcomes.refused).toBeGreaterThan(MUTATIONS_OF_EACH / 5);
  });
});
