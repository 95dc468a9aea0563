/** @slow */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { loadPacking } from '../../../../src/weather/grib/load-packing.js';
import { readFields } from '../../../../src/weather/grib/message.js';
import { describeWithEcCodes, readWithEcCodes } from '../../../support/eccodes.js';

const FIXTURES = new URL('../../../fixtures/grib/', import.meta.url).pathname;
/** Of 8 and 9 bits; the second has a bit map. */
const PLAIN = join(FIXTURES, 'tmp.simple.grib2');
const WITH_BIT_MAP = join(FIXTURES, 'soilw.simple-bitmap.grib2');
const CONSTANT = join(FIXTURES, 'rwmr.constant.grib2');

/** Every packing that the encoder of ecCodes 2.28 has for grid points. */
const PACKINGS = [
  'grid_simple',
  'grid_complex',
  'grid_complex_spatial_differencing',
  'grid_ieee',
  'grid_jpeg',
  'grid_png',
  'grid_ccsds',
  'grid_simple_log_preprocessing',
  'grid_second_order',
  'grid_second_order_no_SPD',
  'grid_second_order_SPD1',
  'grid_second_order_SPD2',
  'grid_second_order_SPD3',
];
const BITS = [1, 2, 3, 7, 8, 9, 15, 16, 17, 20, 24, 25, 28, 31, 32];

/**
 * What the encoder itself refuses. It has no constant fields in groups, and as many bits as fit in a signed integer in
 * JPEG 2000.
 */
const NOT_WRITTEN = [
  'constant grid_complex',
  'constant grid_complex_spatial_differencing',
  '32 bits grid_jpeg',
];

/** What stays unsupported, and the reason. */
const REFUSED: [label: string, settings: string[], refusal: string, reason: string][] = [
  [
    'JPEG 2000 of more than 16 bits',
    ['decimalScaleFactor=0,bitsPerValue=17', 'packingType=grid_jpeg'],
    'table 5.40: 17',
    'the library holds points in 16 bits',
  ],
  ['matrices', ['packingType=grid_simple_matrix'], 'table 5.0: 1', 'a point has several values'],
  [
    'alternating rows in second order',
    ['packingType=grid_second_order,boustrophedonic=1'],
    'table 5.50002: 128',
    'no source writes them: the option is that of an archive',
  ],
  [
    'signed numbers in CCSDS',
    ['packingType=grid_ccsds,ccsdsFlags=15'],
    'table 5.42 (octet 22): 15',
    'packed numbers are never negative, so something else is meant',
  ],
];

describeWithEcCodes('what the encoder of ecCodes writes is read as ecCodes reads it', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'encoder-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function repack(source: string, ...settings: string[]): string {
    return settings.reduce((from, keys, i) => {
      const to = join(folder, `${i}.grib2`);
      execFileSync('grib_set', ['-r', '-s', keys, from, to], { stdio: 'pipe' });
      return to;
    }, source);
  }

  async function expectSame(file: string): Promise<void> {
    const [field] = readFields(readFileSync(file));
    await loadPacking(field);
    const actual = field.decode();
    for await (const { keys, values } of readWithEcCodes(
      file,
      ['dataRepresentationTemplateNumber'],
      [field.packing.template],
    )) {
      expect(keys.dataRepresentationTemplateNumber).toBe(String(field.packing.template));
      expect(actual).toHaveLength(values!.length);
      const present = values!.filter((value) => !Number.isNaN(value));
      const range = Math.max(...present) - Math.min(...present);
      const isSame = (value: number, i: number) =>
        Number.isNaN(values![i]) ? Number.isNaN(value) : Math.abs(value - values![i]) <= 1e-12 * range;
      expect(actual.findIndex((value, i) => !isSame(value, i))).toBe(-1);
    }
  }

  describe.each(PACKINGS)('%s', (packing) => {
    const isWritten = (label: string) => !NOT_WRITTEN.includes(`${label} ${packing}`);
    const set = `packingType=${packing}`;

    test('with each option at its default', () => expectSame(repack(PLAIN, set)));

    test('with a bit map', () => expectSame(repack(WITH_BIT_MAP, set)));

    if (isWritten('constant')) test('of a single value', () => expectSame(repack(CONSTANT, set)));

    test.each(BITS.filter((bits) => isWritten(`${bits} bits`) && (packing !== 'grid_jpeg' || bits <= 16)))(
      'of %i bits',
      (bits) => expectSame(repack(PLAIN, `decimalScaleFactor=0,bitsPerValue=${bits}`, set)),
    );

    if (packing !== 'grid_ieee')
      test('with three decimals', () => expectSame(repack(PLAIN, 'decimalScaleFactor=3', set)));
  });

  test.each([
    ...[0, 1, 2].map((order) => `grid_complex_spatial_differencing,orderOfSpatialDifferencing=${order}`),
    ...[1, 2].map((precision) => `grid_ieee,precision=${precision}`),
    'grid_jpeg,typeOfCompressionUsed=1,targetCompressionRatio=2',
    ...[0, 2, 4, 6, 8, 10, 12, 14, 46].map((flags) => `grid_ccsds,ccsdsFlags=${flags}`),
    ...[8, 16, 32, 64].flatMap((size) =>
      [1, 128, 4096].map((interval) => `grid_ccsds,ccsdsBlockSize=${size},ccsdsRsi=${interval}`),
    ),
  ])('with an option: %s', (option) => expectSame(repack(PLAIN, `packingType=${option}`)));

  test.each(['grid_complex', 'grid_complex_spatial_differencing', 'grid_ieee', 'grid_ccsds'])(
    'without any value: %s',
    (packing) => {
      const none = join(folder, 'none.grib2');
      const rules = `set bitmapPresent = 1; set missingValue = 9999; set values = {${Array(12).fill(9999).join()}}; write;`;
      execFileSync('grib_filter', ['-o', none, '-', join(FIXTURES, 'tiny.grib2')], { input: rules });
      const [field] = readFields(readFileSync(repack(none, `packingType=${packing}`)));
      expect(field.decode()).toEqual(new Float64Array(12).fill(NaN));
    },
  );

  test.each(REFUSED)('but for %s', async (_label, settings, refusal) => {
    const [field] = readFields(readFileSync(repack(PLAIN, ...settings)));
    await loadPacking(field);
    expect(() => field.decode()).toThrow(`${refusal} is not supported`);
  });
});
