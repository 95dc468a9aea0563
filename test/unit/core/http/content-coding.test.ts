import { describe, expect, it } from '@jest/globals';
import { acceptedCoding } from '../../../../src/core/http/coding/content-coding.js';

const codingOf = (header: string) => acceptedCoding(header).coding;

describe('the content coding of a response', () => {
  it.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['GZip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br;q=0.9, gzip;q=1.0', 'gzip'],
    ['zstd;q=0.5, br;q=0.5, gzip;q=0.499', 'zstd'],
    ['zstd ; Q=0.1 , gzip', 'gzip'],
    ['*', 'zstd'],
    ['*;q=0.5, gzip', 'gzip'],
    ['*, zstd;q=0', 'br'],
    ['identity;q=0.5, gzip;q=0.8', 'gzip'],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['identity, gzip', 'gzip'],
  ])('of %j is %s', (header, coding) => {
    expect(codingOf(header)).toBe(coding);
  });

  it.each([
    '',
    'identity',
    'deflate',
    'compress, deflate',
    'gzip;q=0',
    'gzip;q=0, *;q=0',
    'identity;q=0.8, gzip;q=0.5',
    'gzip;q=2',
    'gzip;q=-1',
    'gzip;q=high',
    'gzip;level=9',
    'gzipped',
    ';q=1',
    'identity;q=0',
  ])('of %j is identity', (header) => {
    expect(acceptedCoding(header)).toEqual({ coding: 'identity', evenIfSmall: false });
  });

  it('is identity without the header', () => {
    expect(acceptedCoding(undefined).coding).toBe('identity');
  });

  it('combines the lines of a repeated header', () => {
    expect(acceptedCoding(['deflate', 'br']).coding).toBe('br');
  });

  it.each([
    ['gzip, identity;q=0', true],
    ['gzip, *;q=0', true],
    ['gzip, *;q=0, identity;q=0.1', false],
    ['gzip', false],
  ])('of %j also applies to small responses: %s', (header, evenIfSmall) => {
    expect(acceptedCoding(header)).toEqual({ coding: 'gzip', evenIfSmall });
  });
});
