import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parseEcmwfIndex } from '../../../../src/weather/grib/ecmwf-index.js';
import { describeWithSharedData, sharedData } from '../../../support/shared-data.js';

const LINE = {
  date: '20260420',
  time: '0600',
  step: '3',
  levtype: 'sfc',
  param: '2t',
  _offset: 10,
  _length: 5,
};
const lines = (...changes: object[]) =>
  changes.map((change) => `${JSON.stringify({ ...LINE, ...change })}\n`).join('');

describe('an ECMWF index', () => {
  test('lists the position of each record, in file order', () => {
    const index = lines(
      { _offset: 15, _length: 7, param: 'vsw', levtype: 'sol', levelist: '1' },
      {},
      { number: '4' },
    );
    expect(parseEcmwfIndex(index)).toEqual([
      expect.objectContaining({
        parameter: '2t',
        level: 'sfc',
        forecast: 'step 3',
        offsetBytes: 10,
        endBytes: 15,
      }),
      expect.objectContaining({ forecast: 'step 3:number 4' }),
      {
        recordNumber: '1',
        offsetBytes: 15,
        endBytes: 22,
        referenceTime: new Date('2026-04-20T06:00:00Z'),
        parameter: 'vsw',
        level: 'sol 1',
        forecast: 'step 3',
      },
    ]);
  });

  test('may end with blank lines', () => {
    expect(parseEcmwfIndex(`${lines({})}\n \r\n`)).toEqual(parseEcmwfIndex(lines({})));
  });

  test.each([
    ['no JSON', '<html>'],
    ['no object', 'null'],
    ['without a length', lines({ _length: undefined })],
    ['with nothing in it', lines({ _length: 0 })],
    ['with a negative offset', lines({ _offset: -1 })],
    ['with a number as its step', lines({ step: 3 })],
    ['of a day that there is not', lines({ date: '20260431' })],
    ['of an hour that there is not', lines({ time: '2500' })],
  ])('a line %s is rejected by its number', (_, text) => {
    expect(() => parseEcmwfIndex(lines({}) + text)).toThrow('Inventory line 2');
  });
});

describeWithSharedData('a real index', () => {
  test('lists all records of its file', () => {
    const text = readFileSync(join(sharedData ?? '', 'index/aifs_single_20250301_00z_6h.index'), 'utf8');
    const records = parseEcmwfIndex(text);
    expect(records).toHaveLength(text.trim().split('\n').length);
    // Messages follow each other without gaps.
    records.forEach(({ offsetBytes }, i) => expect(offsetBytes).toBe(i === 0 ? 0 : records[i - 1].endBytes));
    expect(records.find(({ parameter }) => parameter === '2t')).toMatchObject({
      level: 'sfc',
      forecast: 'step 6',
    });
  });
});
