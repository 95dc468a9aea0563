import { expect, test } from '@jest/globals';
import { lengthen } from '../../../src/ingest/schedule/back-off.js';
import { scheduleTimingAt } from '../../../src/ingest/schedule/schedule-timing.js';

test('the preferred model is looked for first, however the waits are lengthened', () => {
  const longest = (place: number) => lengthen(scheduleTimingAt(place).firstLookMs, () => 1);
  const places = [0, 1, 2];
  for (const place of places) expect(longest(place)).toBeLessThan(scheduleTimingAt(place + 1).firstLookMs);
});
