import { describe, expect, test } from '@jest/globals';
import { parseRun, runLabel } from '../../../src/ingest/request/run-time.js';
import { gfs } from '../../../src/weather/models/gfs/gfs.model.js';
import { latestRun } from '../../../src/weather/models/run-times.js';

const NOW = new Date('2026-11-21T09:00:00Z');

describe('--run', () => {
  test.each([
    '2020-08-04T12',
    '2020-08-04T12Z',
    '2020-08-04T12:00Z',
    '2020-08-04T12:00:00Z',
    '2020-08-04T12:00',
  ])('accepts %s', (text) => expect(parseRun(text, gfs, NOW)).toEqual(new Date('2020-08-04T12:00:00Z')));

  test.each([
    '',
    '2020-08-04',
    '2020-8-4T12',
    '20200804T12',
    '2020-08-04T12:30',
    '2020-08-04T12+02:00',
    'newest',
  ])('rejects "%s" with the expected format', (text) =>
    expect(() => parseRun(text, gfs, NOW)).toThrow('--run must be a UTC hour such as 2020-08-04T12'),
  );

  test.each(['2020-02-30T12', '2020-13-01T00', '2020-08-04T24'])(
    'rejects the nonexistent time %s',
    (text) => {
      expect(() => parseRun(text, gfs, NOW)).toThrow('--run must be a UTC hour');
    },
  );

  test('rejects an hour at which the model doesn’t run', () => {
    expect(() => parseRun('2020-08-04T13', gfs, NOW)).toThrow('gfs runs at 00, 06, 12, 18 UTC');
  });

  test('resolves latest to the newest run whose last step is due, 5 hours after its start', () => {
    expect(parseRun('latest', gfs, new Date('2026-11-21T04:59:59Z'))).toEqual(
      new Date('2026-11-20T18:00:00Z'),
    );
    expect(parseRun('latest', gfs, new Date('2026-11-21T05:00:00Z'))).toEqual(
      new Date('2026-11-21T00:00:00Z'),
    );
    expect(latestRun(gfs, new Date('2026-11-21T10:59:00Z'))).toEqual(new Date('2026-11-21T00:00:00Z'));
    expect(latestRun(gfs, new Date('2026-01-01T01:30:00Z'))).toEqual(new Date('2025-12-31T18:00:00Z'));
  });

  test('is formatted as a UTC hour', () => {
    expect(runLabel(new Date('2020-08-04T12:00:00Z'))).toBe('2020-08-04T12Z');
  });
});
