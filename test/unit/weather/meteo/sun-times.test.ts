import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { isDaylight, sunTimes } from '../../../../src/weather/meteo/sun/sun-times.js';

interface Day {
  place: string;
  latitude: number;
  longitude: number;
  day: string;
  start: string;
  sunrise: string | null;
  sunset: string | null;
}

// Each fixture file states how it was generated.
const DAYS = JSON.parse(
  readFileSync(new URL('../../../fixtures/meteo/sun-times.json', import.meta.url), 'utf8'),
) as Day[];
const SECONDS_APART = 30;

const toMs = (text: string | null) => (text === null ? NaN : Date.parse(text));

describe('sunTimes', () => {
  it.each(DAYS)('matches $place on $day', ({ latitude, longitude, start, sunrise, sunset }) => {
    const times = sunTimes(Date.parse(start), latitude, longitude);
    for (const [actual, expected] of [
      [times.sunriseMs, toMs(sunrise)],
      [times.sunsetMs, toMs(sunset)],
    ]) {
      expect(Number.isNaN(actual)).toBe(Number.isNaN(expected));
      if (!Number.isNaN(expected)) expect(Math.abs(actual - expected) / 1000).toBeLessThan(SECONDS_APART);
    }
  });

  // L. Strous, Astronomy Answers, http://aa.quae.nl/en/antwoorden/zonpositie-tabel.html, table 1, row 01-01 of 2002:
  // mean solar time, which is UTC on the Greenwich meridian, to the minute.
  it.each([
    [-60, '02:43'],
    [-40, '04:35'],
    [0, '06:00'],
    [40, '07:22'],
    [50, '07:59'],
  ])('matches a published table at latitude %d', (latitude, sunrise) => {
    const { sunriseMs } = sunTimes(Date.parse('2002-01-01T00:00:00Z'), latitude, 0);
    const expectedMs = Date.parse(`2002-01-01T${sunrise}:00Z`);
    expect(Math.abs(sunriseMs - expectedMs) / 1000).toBeLessThanOrEqual(60);
  });

  it('returns the same times on both sides of the 180th meridian', () => {
    const start = Date.parse('2026-03-01T12:00:00Z');
    expect(sunTimes(start, -16.5, 180)).toEqual(sunTimes(start, -16.5, -180));
  });

  it('encloses the daylight', () => {
    const { sunriseMs, sunsetMs } = sunTimes(Date.parse('2026-11-21T05:00:00Z'), 42.3478, -71.0466);
    const isLight = (timeMs: number) => isDaylight(timeMs, 42.3478, -71.0466);
    expect([-60_000, 60_000].map((apart) => isLight(sunriseMs + apart))).toEqual([false, true]);
    expect([-60_000, 60_000].map((apart) => isLight(sunsetMs + apart))).toEqual([true, false]);
  });
});
