import { describe, expect, it } from '@jest/globals';
import { parseQuery } from '../../../../src/core/http/body/parse-query.js';

const letters = (count: number, separator = '&') =>
  Array.from({ length: count }, (_, i) => `p${i}=${i}`).join(separator);

describe('parseQuery', () => {
  it.each([
    ['few parameters', 'lat=1&lon=-2&timezone=Europe%2FBerlin'],
    ['a space as +', 'place=New+York'],
    ['100 parameters', letters(100)],
    ['parameters after many separators', `${'&'.repeat(10_000)}lat=1&lon=2`],
    ['parameters between many separators', letters(100, '&&&&&')],
  ])('parses %s', (_, text) => {
    expect({ ...parseQuery(text) }).toEqual(Object.fromEntries(new URLSearchParams(text)));
  });

  it('collects the values of a repeated parameter', () => {
    expect(parseQuery('lat=1&lat=2')).toEqual({ lat: ['1', '2'] });
  });

  it('parses one parameter more than allowed, and no more of thousands', () => {
    expect(Object.keys(parseQuery(letters(5_000)))).toHaveLength(101);
    expect(parseQuery('a=&'.repeat(5_000)).a).toHaveLength(101);
  });
});
