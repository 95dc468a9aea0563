import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  hourlyCosZenith,
  type SolarPosition,
  solarEphemeris,
  solarPosition,
} from '../../../../src/weather/meteo/sun/solar-position.js';

type Expected = Omit<SolarPosition, 'equationOfTimeMinutes'> & {
  time: string;
  latitude: number;
  longitude: number;
};

const cases = JSON.parse(
  readFileSync(new URL('../../../fixtures/meteo/sun.json', import.meta.url), 'utf8'),
) as Expected[];

describe('solarPosition', () => {
  it.each(cases)('matches the Astronomical Almanac at $latitude, $longitude, $time', (expected) => {
    const sun = solarPosition(Date.parse(expected.time), expected.latitude, expected.longitude);
    expect(Math.abs(sun.declination - expected.declination)).toBeLessThan(0.015);
    expect(Math.abs(((sun.hourAngle - expected.hourAngle + 540) % 360) - 180)).toBeLessThan(0.02);
    expect(Math.abs(sun.cosZenith - expected.cosZenith)).toBeLessThan(0.0003);
  });

  it('matches NREL’s worked example', () => {
    // I. Reda and A. Andreas, NREL/TP-560-34302, appendix A.5: elevation without refraction 39.872046 degrees.
    const sun = solarPosition(Date.parse('2003-10-17T19:30:30Z'), 39.742476, -105.1786);
    expect((Math.asin(sun.cosZenith) * 180) / Math.PI).toBeCloseTo(39.872, 1);
    expect(sun.declination).toBeCloseTo(-9.31434, 2);
  });
});

describe('solarEphemeris', () => {
  it('matches Meeus’ worked examples', () => {
    // Astronomical Algorithms, examples 25.a and 28.b: 1992 October 13.0 TD, which is 59 s earlier in UT.
    const sun = solarEphemeris(Date.UTC(1992, 9, 13) - 59_000);
    expect(sun.declination).toBeCloseTo(-7.78507, 2);
    expect(sun.equationOfTimeMinutes).toBeCloseTo(13.71, 1);
  });
});

describe('hourlyCosZenith', () => {
  it('follows the sun over days that start at any hour', () => {
    const firstHourMs = Date.parse('2026-03-15T17:00:00Z');
    const cosines = hourlyCosZenith(firstHourMs, 385, 52.23, 21.01);
    expect(cosines).toHaveLength(385);
    const worst = cosines.map((cosine, i) =>
      Math.abs(cosine - solarPosition(firstHourMs + i * 3_600_000, 52.23, 21.01).cosZenith),
    );
    expect(Math.max(...worst)).toBeLessThan(5e-5);
  });
});
