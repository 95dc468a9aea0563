import { describe, expect, test } from '@jest/globals';
import { GribError } from '../../../../src/weather/grib/grib-error.js';
import { readFields } from '../../../../src/weather/grib/message.js';
import { fixture } from './fixtures.js';
import { message, newSection, patched, sectionsOf } from './message-surgery.js';

const FILES = ['tmp.second-order.grib2', 'soilw.simple-bitmap.grib2', 'tmp.ccsds.grib2', 'tmp.complex.grib2'];

function decodeAll(bytes: Uint8Array): Float64Array[] {
  return readFields(bytes).map((field) => field.decode());
}

/** Returns where each section starts, including section 0 and "7777". */
function sectionStarts(bytes: Uint8Array): { number: number; offset: number }[] {
  const starts = [{ number: 0, offset: 0 }];
  let offset = 16;
  for (const { number, octets } of sectionsOf(bytes)) {
    starts.push({ number, offset });
    offset += octets.length;
  }
  return [...starts, { number: 8, offset }];
}

describe.each(FILES)('%s, truncated', (name) => {
  const bytes = fixture(name);
  const cuts = sectionStarts(bytes).flatMap(({ number, offset }) => [
    [number, 'before', offset],
    [number, 'in the length of', offset + 2],
    [number, 'right after the header of', Math.min(offset + 5, bytes.length - 1)],
  ]);

  test.each(cuts.slice(1) as [number, string, number][])(
    'reports section %i when cut %s it',
    (number, _, length) => {
      const cut = () => readFields(bytes.subarray(0, length));
      expect(cut).toThrow(GribError);
      expect(cut).toThrow(new RegExp(`^Message at byte 0, section ${number}: `));
    },
  );

  test('is rejected wherever it is cut', () => {
    const lengths = Array.from({ length: bytes.length }, (_, length) => length);
    // Headers octet by octet, data at intervals.
    for (const length of lengths.filter((length) => length < 250 || length % 37 === 0)) {
      expect(() => readFields(bytes.subarray(0, length))).toThrow(GribError);
    }
  });
});

describe.each(FILES)('%s, with a section cut short inside an otherwise complete message', (name) => {
  const sections = sectionsOf(fixture(name));

  test.each(sections.map(({ number }, index) => [number, index] as const))(
    'reports section %i',
    (number, index) => {
      const content = sections[index].octets.slice(5);
      for (const length of [0, Math.floor(content.length / 2), content.length - 1]) {
        const cut = message(...sections.with(index, newSection(number, content.slice(0, length))));
        expect(() => decodeAll(cut)).toThrow(new RegExp(`section ${number}: `));
      }
    },
  );
});

describe('sections out of order', () => {
  const [s1, s3, s4, s5, s6, s7] = sectionsOf(fixture('tmp.second-order.grib2'));

  test.each([
    ['no section 1', [s3, s4, s5, s6, s7], 1],
    ['no section 3', [s1, s4, s5, s6, s7], 3],
    ['no section 4', [s1, s3, s5, s6, s7], 4],
    ['no section 5', [s1, s3, s4, s6, s7], 5],
    ['no section 6', [s1, s3, s4, s5, s7], 6],
    ['no section 7', [s1, s3, s4, s5, s6], 7],
    ['no section at all', [], 1],
    ['section 5 before 4', [s1, s3, s5, s4, s6, s7], 4],
    ['section 1 twice', [s1, s1, s3, s4, s5, s6, s7], 3],
    ['a section 9', [s1, newSection(9, [0]), s3, s4, s5, s6, s7], 3],
    ['an unfinished repetition', [s1, s3, s4, s5, s6, s7, s4, s5], 6],
  ])('%s', (_, sections, expected) => {
    expect(() => readFields(message(...sections))).toThrow(
      new RegExp(`^Message at byte 0, section ${expected}: `),
    );
  });
});

describe('wrong lengths', () => {
  const bytes = fixture('tmp.second-order.grib2');
  const withWord = (offset: number, value: number): Uint8Array => {
    const changed = bytes.slice();
    new DataView(changed.buffer).setUint32(offset, value);
    return changed;
  };

  test.each<[string, Uint8Array, RegExp]>([
    [
      'the message 1 byte longer',
      withWord(12, bytes.length + 1),
      /section 8: the message ends 1 octets before/,
    ],
    ['the message 1 byte shorter', withWord(12, bytes.length - 1), /section 8: /],
    ['the message 2^40 bytes long', withWord(8, 256), /section 0: a message of \d+ bytes is too long/],
    ['the message 3 bytes long', withWord(12, 3), /section 0: a message cannot be 3 bytes long/],
    [
      'section 1 of 4 GB',
      withWord(16, 0xffffffff),
      /section 1: it should have 4294967295 octets, but only 4388 are/,
    ],
    ['section 1 of 0 octets', withWord(16, 0), /section 1: it cannot be 0 octets long/],
    ['section 1 of 4 octets', withWord(16, 4), /section 1: it cannot be 4 octets long/],
  ])('%s', (_, changed, expected) => {
    expect(() => readFields(changed)).toThrow(expected);
  });
});

// Those of 2^32 could not be allocated at all; test/measure has the ones that could.
describe('wrong counts don’t cause large allocations', () => {
  const largest = [0xff, 0xff, 0xff, 0xff];
  const second = fixture('tmp.second-order.grib2');
  const tiny = fixture('tiny.grib2');

  test.each<[string, Uint8Array, RegExp]>([
    [
      'values of template 5.0',
      patched(tiny, 5, 6, largest),
      /section 7: section 5 gives it 4294967295 values/,
    ],
    ['groups', patched(second, 5, 32, largest), /section 7: it is too short to describe 4294967295 groups/],
    ['groups without bits', groupsWithoutBits(), /section 7: it has 4294967295 groups for 10512 values/],
    ['the last group', patched(second, 5, 43, largest), /section 7: /],
    ['the length of groups', patched(second, 5, 38, largest), /section 7: /],
    ['the width of groups', patched(second, 5, 36, [200]), /section 7: /],
    ['the bits of widths', patched(second, 5, 37, [200]), /section 7: its groups have widths of 200/],
    [
      'the octets of first values',
      patched(second, 5, 49, [200]),
      /section 7: its first values have 200 octets/,
    ],
    [
      'exponents',
      patched(second, 5, 16, [0x7f, 0xff]),
      /section 5: with scale factors 32767 and 1 its values are not/,
    ],
  ])('%s', (_, bytes, expected) => {
    expect(() => decodeAll(bytes)).toThrow(expected);
  });

  function groupsWithoutBits(): Uint8Array {
    const described = [...largest, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    return patched(patched(second, 5, 20, [0]), 5, 32, described);
  }
});
