import { describe, expect, it } from '@jest/globals';
import { parseInstant, readInstant } from '../../../../src/core/time/instant.js';

describe('readInstant', () => {
  it.each([
    ['2026-11-21T03:00:00Z', '2026-11-21T03:00:00.000Z'],
    ['2026-11-21T03:00Z', '2026-11-21T03:00:00.000Z'],
    ['2026-11-21T03:00:00.25Z', '2026-11-21T03:00:00.250Z'],
    ['2026-11-21T03:00:59.999999999Z', '2026-11-21T03:00:59.999Z'],
    ['2026-11-21T04:00:00+01:00', '2026-11-21T03:00:00.000Z'],
    ['2026-11-20T21:30:00-05:30', '2026-11-21T03:00:00.000Z'],
    ['2026-11-21T04:00:00+0100', '2026-11-21T03:00:00.000Z'],
    ['2026-11-21T04:00:00+01', '2026-11-21T03:00:00.000Z'],
    ['2026-11-21T03:00:00-00:00', '2026-11-21T03:00:00.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['2026-12-31T23:59:59-01:00', '2027-01-01T00:59:59.000Z'],
    ['0050-01-01T00:00:00Z', '0050-01-01T00:00:00.000Z'],
  ])('parses %s', (text, expected) => {
    const time = readInstant(text);
    expect(time).toBeInstanceOf(Date);
    expect((time as Date).toISOString()).toBe(expected);
  });

  it.each([
    ['2026-02-29T00:00:00Z', 'not in the calendar'],
    ['2026-04-31T00:00:00Z', 'not in the calendar'],
    ['2026-13-01T00:00:00Z', 'not in the calendar'],
    ['2026-00-10T00:00:00Z', 'not in the calendar'],
    ['2026-11-00T00:00:00Z', 'not in the calendar'],
    ['2026-11-21T24:00:00Z', 'beyond 23:59:59'],
    ['2026-11-21T23:60:00Z', 'beyond 23:59:59'],
    ['2026-11-21T23:59:60Z', 'beyond 23:59:59'],
    ['2026-11-21T00:00:00+24:00', 'beyond 23:59:59'],
    ['2026-11-21T00:00:00+01:60', 'beyond 23:59:59'],
    ['2026-11-21', 'not a date alone'],
    ['2026-11-21T03:00:00 01:00', '%2B'],
    ['2026-11-21T03:00:00', 'Z or an offset'],
    ['2026-11-21 03:00:00Z', 'ISO 8601'],
    ['2026-11-21t03:00:00z', 'ISO 8601'],
    ['2026-11-21T03Z', 'ISO 8601'],
    ['20261121T030000Z', 'ISO 8601'],
    ['1795230000', 'ISO 8601'],
    ['now', 'ISO 8601'],
    ['', 'ISO 8601'],
    ['2026-11-21T03:00:00Z ', 'ISO 8601'],
  ])('explains what is wrong with "%s"', (text, reason) => {
    expect(readInstant(text)).toEqual(expect.stringContaining(reason));
    expect(parseInstant(text)).toBeUndefined();
  });
});
