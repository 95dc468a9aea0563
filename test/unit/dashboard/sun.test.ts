import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { isSunUp } from '../../../src/dashboard/web/pages/forecast/sun.js';

interface Day {
  place: string;
  day: string;
  latitude: number;
  longitude: number;
  sunrise: string | null;
  sunset: string | null;
}

// Computed by an independent program: see sun-times.py next to it.
const DAYS = (
  JSON.parse(readFileSync(new URL('../../fixtures/meteo/sun-times.json', import.meta.url), 'utf8')) as Day[]
).filter(({ sunrise, sunset }) => sunrise !== null && sunset !== null);
const APART_MS = 5 * 60_000;

it.each(DAYS)(
  'is up between sunrise and sunset at $place on $day',
  ({ latitude, longitude, sunrise, sunset }) => {
    const isUp = (time: string | null, afterMs: number) =>
      isSunUp(latitude, longitude, Date.parse(time!) + afterMs);
    expect([isUp(sunrise, -APART_MS), isUp(sunrise, APART_MS)]).toEqual([false, true]);
    expect([isUp(sunset, -APART_MS), isUp(sunset, APART_MS)]).toEqual([true, false]);
  },
);
