import { describe, expect, test } from '@jest/globals';
import { GribNotSupportedError } from '../../../../src/weather/grib/grib-not-supported-error.js';
import { readFields } from '../../../../src/weather/grib/message.js';
import { fixture } from './fixtures.js';
import { message, newSection, patched, section, sectionsOf, withOctets } from './message-surgery.js';

const TMP = fixture('tmp.second-order.grib2');
const SDE = fixture('sde.second-order-bitmap.grib2');
const [TMP_VALUES, SDE_VALUES] = [TMP, SDE].map((bytes) => readFields(bytes)[0].decode());

const bulletinHeading = Buffer.from(
  '****0000757873****\nLNUZ98 KWNS 020625\r\r\n****0000185283****\nLNUB12 KWNS 020625\r\r\n',
);

describe('sections that repeat inside one message', () => {
  const [identification, grid, tmpProduct, ...tmpData] = sectionsOf(TMP);
  const [, , sdeProduct, ...sdeData] = sectionsOf(SDE);

  test('from section 4 on: two products on one grid', () => {
    const fields = readFields(message(identification, grid, tmpProduct, ...tmpData, sdeProduct, ...sdeData));
    expect(fields.map((field) => field.product.parameterNumber)).toEqual([0, 11]);
    expect(fields.map((field) => field.decode())).toEqual([TMP_VALUES, SDE_VALUES]);
    expect(fields[1].grid).toBe(fields[0].grid);
  });

  test('from section 3 on: two grids', () => {
    const tiny = sectionsOf(fixture('tiny.grib2')).filter(({ number }) => number > 2);
    const fields = readFields(message(identification, grid, tmpProduct, ...tmpData, ...tiny));
    expect(fields.map((field) => field.grid.pointCount)).toEqual([10512, 12]);
    expect(fields[0].decode()).toEqual(TMP_VALUES);
    expect([...fields[1].decode()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  test('from section 2 on: a local section before each', () => {
    const local = newSection(2, [1, 2, 3]);
    const rest = [grid, tmpProduct, ...tmpData];
    expect(readFields(message(identification, local, ...rest, local, ...rest))).toHaveLength(2);
  });
});

describe('the bit map indicator', () => {
  const [identification, grid, tmpProduct, ...tmpData] = sectionsOf(TMP);
  const [, , product, representation, bitMap, data] = sectionsOf(SDE);
  const lastBitMap = newSection(6, [254]);

  test('254 refers to the last bit map of the message, even with a field without one in between', () => {
    const other = [tmpProduct, ...tmpData];
    const first = [product, representation, bitMap, data];
    const fields = readFields(
      message(identification, grid, ...first, ...other, product, representation, lastBitMap, data),
    );
    expect(fields.map((field) => field.decode())).toEqual([SDE_VALUES, TMP_VALUES, SDE_VALUES]);
  });

  test('254 refers to the last of several bit maps', () => {
    const none = newSection(6, [0, ...new Uint8Array(10512 / 8)]);
    const constant = section(fixture('rwmr.constant.grib2'), 5);
    const [noValues, noData] = [withOctets(constant, 6, [0, 0, 0, 0]), newSection(7, [])];
    const first = [product, representation, bitMap, data];
    const second = [product, noValues, none, noData];
    const third = [product, noValues, lastBitMap, noData];
    const fields = readFields(message(identification, grid, ...first, ...second, ...third));
    expect(fields[0].decode()).toEqual(SDE_VALUES);
    expect(fields[2].decode()).toEqual(new Float64Array(10512).fill(NaN));
  });

  test('254 without an earlier bit map is an error', () => {
    const [field] = readFields(message(identification, grid, product, representation, lastBitMap, data));
    expect(() => field.decode()).toThrow(
      /section 6: it refers to an earlier bit map, and the message has none/,
    );
  });

  test.each([1, 253])('%i, a bit map predefined by the center, is not supported', (indicator) => {
    const [field] = readFields(patched(SDE, 6, 6, [indicator]));
    expect(() => field.decode()).toThrow(new GribNotSupportedError('6.0', indicator));
  });

  test('a bit map too short for the grid is an error', () => {
    const short = newSection(6, bitMap.octets.slice(5, 100));
    const [field] = readFields(message(identification, grid, product, representation, short, data));
    expect(() => field.decode()).toThrow(/section 6: its bit map has 94 octets for 10512 grid points/);
  });

  test('a bit map with more points than values is an error', () => {
    const firstEmptyOctet = bitMap.octets.indexOf(0, 6) + 1;
    const [field] = readFields(patched(SDE, 6, firstEmptyOctet, [0xff]));
    expect(() => field.decode()).toThrow(/section 5 gives it 4742 values, but 4750 grid points have one/);
  });
});

describe('a field with an unsupported feature is still listed', () => {
  test.each([
    ['run length', patched(TMP, 5, 10, [0, 200]), 200],
    ['an unknown template', patched(TMP, 5, 10, [0x01, 0x00]), 256],
  ])('%s', (_, bytes, template) => {
    const [field] = readFields(bytes);
    expect(field.packing.template).toBe(template);
    const expected = new GribNotSupportedError('5.0', template);
    expect(() => field.decode()).toThrow(expected);
    expect(() => field.packing.referenceValue).toThrow(expected);
    expect(() => field.packing.quantum).toThrow(expected);
    expect(() => field.packing.bitsPerValue).toThrow(expected);
  });

  test.each([
    ['5.4', 22, 2],
    ['5.5', 23, 3],
    ['5.6', 48, 3],
  ])('an entry of table %s', (table, octet, value) => {
    const [field] = readFields(patched(TMP, 5, octet, [value]));
    expect(() => field.decode()).toThrow(new GribNotSupportedError(table, value));
  });
});

describe('a buffer of messages', () => {
  test('yields the fields of all messages', () => {
    const fields = readFields(Buffer.concat([SDE, TMP]));
    expect(fields.map((field) => field.decode())).toEqual([SDE_VALUES, TMP_VALUES]);
  });

  // `grib_count` of ecCodes 2.28 counts two messages in each but the fourth, which it cannot read.
  test.each([
    ['bulletin headings before each message, as from NOAA', [bulletinHeading, SDE, bulletinHeading, TMP]],
    ['a line feed before the first', ['\n', SDE, TMP]],
    ['foreign bytes in between', [SDE, '....', TMP]],
    ['a text that names GRIB in between', [SDE, 'no GRIB here, the name alone', TMP]],
    ['a page instead of a message in between', [SDE, '<?xml version="1.0"?><Error/>', TMP]],
    ['zeros after each message, as MARS pads to 120 bytes', [padded(SDE), padded(TMP)]],
    ['zeros after the last', [SDE, TMP, new Uint8Array(119)]],
    ['a single octet after the last', [SDE, TMP, new Uint8Array(1)]],
    ['the first letters of a message after the last', [SDE, TMP, 'GRI']],
  ])('may have %s', (_, parts) => {
    const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)));
    expect(readFields(bytes).map((field) => field.decode())).toEqual([SDE_VALUES, TMP_VALUES]);
  });

  function padded(message: Uint8Array): Uint8Array {
    return Buffer.concat([
      message,
      new Uint8Array(-message.length % 120 === 0 ? 0 : 120 - (message.length % 120)),
    ]);
  }

  test.each([
    ['nothing', new Uint8Array(), /^Section 0: there is no message in 0 bytes$/],
    ['a heading with nothing after', bulletinHeading, /byte 0, section 0: it does not begin with "GRIB"/],
    [
      'a message that was cut after another',
      Buffer.concat([TMP, SDE.subarray(0, 12)]),
      /byte 4404, section 0:/,
    ],
    ['another edition', patchedIndicator(8, 1), /section 0: it is of GRIB edition 1/],
    ['GRIB in lower case', patchedIndicator(1, 0x67), /section 0: it does not begin with "GRIB"/],
  ])('is malformed with %s', (_, bytes, expected) => {
    expect(() => readFields(bytes)).toThrow(expected);
  });

  function patchedIndicator(octet: number, value: number): Uint8Array {
    const changed = TMP.slice();
    changed[octet - 1] = value;
    return changed;
  }
});

test('a field describes its origin and its packing', () => {
  const [{ discipline, centre, referenceTime, packing }] = readFields(TMP);
  expect({ discipline, centre, referenceTime }).toEqual({
    discipline: 0,
    centre: 7,
    referenceTime: new Date('2017-03-22T00:00:00Z'),
  });
  expect(packing).toMatchObject({ template: 3, quantum: 0.1, bitsPerValue: 6 });
  expect(packing.referenceValue).toBeCloseTo(238.2, 10);
});

test.each(['tmp.simple.grib2', 'tmp.complex.grib2', 'tmp.second-order.grib2', 'soilw.ccsds-bitmap.grib2'])(
  'each value of %s is a multiple of the quantum above the reference value',
  (name) => {
    const [field] = readFields(fixture(name));
    const { referenceValue, quantum } = field.packing;
    const present = field.decode().filter((value) => !Number.isNaN(value));
    for (const value of present) {
      const number = (value - referenceValue) / quantum;
      expect(Math.abs(number - Math.round(number))).toBeLessThan(1e-6);
    }
    expect(Math.min(...present)).toBeGreaterThan(referenceValue - quantum / 2);
  },
);

test('a nonexistent date causes an error in section 1', () => {
  const malformed = message(...sectionsOf(patched(TMP, 1, 15, [2, 30])));
  expect(section(malformed, 1).octets[15]).toBe(30);
  expect(() => readFields(malformed)).toThrow(/section 1: its reference time does not exist/);
});
