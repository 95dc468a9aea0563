import { expect, it } from '@jest/globals';
import { isSunUp } from '../../../src/dashboard/web/pages/forecast/sun.js';

const MINUTE_MS = 60_000;

// Almanac times: Royal Observatory Greenwich for London, timeanddate.com for the others.
it.each([
  ['London, June', 51.5, -0.12, '2024-06-20T03:43:00Z', '2024-06-20T20:21:00Z'],
  ['Sydney, December', -33.87, 151.21, '2024-12-20T18:41:00Z', '2024-12-21T09:05:00Z'],
])('rises and sets when an almanac says: %s', (_, lat, lon, sunrise, sunset) => {
  const isUp = (time: string, minutes: number) => isSunUp(lat, lon, Date.parse(time) + minutes * MINUTE_MS);
  expect([isUp(sunrise, -5), isUp(sunrise, 5)]).toEqual([false, true]);
  expect([isUp(sunset, -5), isUp(sunset, 5)]).toEqual([true, false]);
});

it('knows the polar night and day', () => {
  expect(isSunUp(69.65, 18.96, Date.parse('2026-12-21T11:00:00Z'))).toBe(false);
  expect(isSunUp(69.65, 18.96, Date.parse('2026-06-21T23:00:00Z'))).toBe(true);
});
