import { describe, expect, test } from '@jest/globals';
import { loadPacking } from '../../../../src/weather/grib/load-packing.js';
import { type GribField, readFields } from '../../../../src/weather/grib/message.js';
import { expectSummary, TOLERANCE_OF_RANGE } from './expect-summary.js';
import { fixture, frozenBlocks } from './fixtures.js';

/** Expects the packed numbers to be integers that yield the values, or the values themselves. */
function expectNumbers(field: GribField, values: Float64Array): void {
  const { referenceValue, quantum } = field.packing;
  const numbers = field.decodeNumbers();
  if (quantum === 0) {
    expect(numbers).toEqual(values);
    return;
  }
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
