import { describe, expect, it } from '@jest/globals';
import { nearestNames } from '../../../src/forecast/nearest-names.js';

describe('nearestNames', () => {
  const known = ['temperature', 'temperatureApparent', 'dewPoint', 'windSpeed', 'windGust', 'ozone'];

  it.each([
    ['temperature', ['temperature', 'temperatureApparent']],
    ['tempreature', ['temperature']],
    ['DEWPOINT', ['dewPoint']],
    ['wind', ['windSpeed', 'windGust']],
    ['windSped', ['windSpeed']],
    ['0zone', ['ozone']],
  ])('%s: %j', (unknown, expected) => {
    expect(nearestNames(unknown, known)).toEqual(expected);
  });

  it('names at least one, however far, and three at most', () => {
    expect(nearestNames('', known)).toEqual(['ozone']);
    expect(nearestNames('abc', ['abd', 'abe', 'abf', 'abg'])).toHaveLength(3);
  });
});
