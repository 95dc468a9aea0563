import { expect, it } from '@jest/globals';
import { instantOf, localMinute } from '../../../src/dashboard/web/ui/forms/local-time.js';

const SHOWN = '2026-12-01T10:20:30Z';

it('is the instant that the field showed, to the second, where nobody changed it', () => {
  expect(instantOf(localMinute(SHOWN), SHOWN)).toBe(SHOWN);
});

it('is what was entered, in the time zone of the reader', () => {
  const entered = new Date(2027, 0, 31, 8, 15).toISOString().replace('.000Z', 'Z');
  expect(instantOf('2027-01-31T08:15', SHOWN)).toBe(entered);
  expect(instantOf('2027-01-31T08:15')).toBe(entered);
});

it('is null for an empty field', () => {
  expect(instantOf('', SHOWN)).toBeNull();
});
