import { describe, expect, test } from '@jest/globals';
import { compressSteps, parseSteps, stepLabel } from '../../../src/ingest/request/step-list.js';
import { stepTable } from '../../../src/weather/models/model-target.js';
import { gfs } from '../../../src/weather/models/gfs/gfs.model.js';

const hourly = stepTable(gfs, '0p25');
const threeHourly = stepTable(gfs, '1p00');

describe('--steps', () => {
  test('yields each hour once, in ascending order', () => {
    expect(parseSteps('12,0, 6 ,12', hourly)).toEqual([0, 6, 12]);
  });

  test.each(['', '0,,6', '0;6', '-3', '1.5', '0x6', '6h', '121', '385'])('rejects "%s"', (text) => {
    expect(() => parseSteps(text, hourly)).toThrow(
      '--steps must be hours such as 0,6,12 out of 0-120 every 1 h, 123-384 every 3 h',
    );
  });

  test('rejects a step that the resolution doesn’t have', () => {
    expect(() => parseSteps('0,4', threeHourly)).toThrow('out of 0-384 every 3 h, and has "4"');
  });
});

describe('short notation of steps', () => {
  test('joins adjacent steps', () => {
    expect(compressSteps([3, 4, 5, 7, 8, 9, 10, 11], hourly)).toBe('3-5, 7-11');
    expect(compressSteps([1, 3], hourly)).toBe('1, 3');
    expect(compressSteps([], hourly)).toBe('');
  });

  test('uses the table of steps to determine adjacency', () => {
    expect(compressSteps([119, 120, 123, 126], hourly)).toBe('119-126');
    expect(compressSteps([3, 9, 12, 15], threeHourly)).toBe('3, 9-15');
  });

  test('formats a step as in file names', () => {
    expect([0, 6, 384].map(stepLabel)).toEqual(['f000', 'f006', 'f384']);
  });
});
