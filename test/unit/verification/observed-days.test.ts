import { expect, it } from '@jest/globals';
import type { ObservationsService } from '../../../src/observations/reports/observations.service.js';
import { ObservedDaysService } from '../../../src/verification/scores/observed-days.service.js';
import { NO_VALUE, observedOffset } from '../../../src/weather/verification/index.js';

const HOUR_MS = 3_600_000;
const DAY_MS = Date.UTC(2026, 10, 21);

/** Returns whether it was wet in an hour that begins and ends with a report of these codes; null: of none. */
async function wetIn(hour: number, atStart: number | null, atEnd: number | null): Promise<number> {
  const hourMs = DAY_MS + hour * HOUR_MS;
  const codes = new Map([
    [hourMs, atStart],
    [hourMs + HOUR_MS, atEnd],
  ]);
  const observations = {
    reportsOf: (timeMs: number) => [
      [{ stationId: 'KBOS', values: { temperature: 5, weatherCode: codes.get(timeMs) } }],
    ],
  } as unknown as ObservationsService;
  const days = new ObservedDaysService(observations);
  await days.read(new Map([...codes.keys()].map((timeMs) => [timeMs, 1])));
  return days.day(DAY_MS, ['KBOS'])[observedOffset('wet', 0) + hour];
}

it.each([
  ['dry', 1000, 1100, 0],
  ['fog', 2000, 1000, 0],
  ['rain at its start', 4001, 1000, 1],
  ['snow at its end', 1000, 5000, 1],
  ['nothing known at its end', 4001, null, NO_VALUE],
  ['nothing known at its start', null, 4001, NO_VALUE],
  ['a thunderstorm, which can be dry', 8000, 4001, NO_VALUE],
])('an hour with %s', async (_, atStart, atEnd, wet) => {
  expect(await wetIn(6, atStart, atEnd)).toBe(wet);
  // Ends with the first report of the next day.
  expect(await wetIn(23, atStart, atEnd)).toBe(wet);
});
