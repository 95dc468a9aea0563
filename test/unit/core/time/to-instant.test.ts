import { expect, it } from '@jest/globals';
import { toInstant } from '../../../../src/core/time/instant.js';

it.each([
  ['2026-11-21T03:00:00.000Z', '2026-11-21T03:00:00Z'],
  ['2026-11-21T03:00:59.999Z', '2026-11-21T03:00:59Z'],
  ['2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00Z'],
  ['0050-01-01T00:00:00Z', '0050-01-01T00:00:00Z'],
])('formats %s in UTC, to the second', (time, expected) => {
  expect(toInstant(new Date(time))).toBe(expected);
});
