import { expect, it } from '@jest/globals';
import { instantOf, localMinute } from '../../../src/dashboard/web/ui/forms/local-time.js';

const SHOWN = '2026-12-01T10:20:30Z';

it('keeps the displayed instant, to the second, if the field is unchanged', () => {
  expect(instantOf(localMinute(SHOWN), SHOWN)).toBe(SHOWN);
});

it('converts the entered time from the reader’s time zone', () => {
  const entered = new Date(2027, 0, 31, 8, 15).toISOString().replace('.000Z', 'Z');
  expect(instantOf('2027-01-31T08:15', SHOWN)).toBe(entered);
  expect(instantOf('2027-01-31T08:15')).toBe(entered);
});

it('returns null for an empty field', () => {
  expect(instantOf('', SHOWN)).toBeNull();
});
