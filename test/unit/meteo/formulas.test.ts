import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { apparentTemperature } from '../../../src/meteo/air/apparent-temperature.js';
import {
  dewPoint,
  relativeHumidity,
  saturationVapourPressure,
  wetBulb,
} from '../../../src/meteo/air/humidity.js';
import { lightningProbability } from '../../../src/meteo/precipitation/lightning-probability.js';
import { snowDepthRatio } from '../../../src/meteo/precipitation/new-snow.js';
import { frozenShareOf } from '../../../src/meteo/precipitation/precipitation-type.js';
import { liftHumidity, liftPressure } from '../../../src/meteo/air/terrain-correction.js';
import { uvIndex } from '../../../src/meteo/sun/uv-index.js';

const expected = JSON.parse(
  readFileSync(new URL('../../fixtures/meteo/formulas.json', import.meta.url), 'utf8'),
) as Record<string, number[][]>;

/** The largest difference from the expected values, which stand last in their rows. */
function worst(name: string, formula: (...inputs: number[]) => number): number {
  const differences = expected[name].map((row) => formula(...row.slice(0, -1)) - row[row.length - 1]);
  expect(differences.length).toBeGreaterThan(10);
  return Math.max(...differences.map(Math.abs));
}

describe('the formulas of humidity', () => {
  it('have the vapour pressure of Goff and Gratch within 0.5 %', () => {
    for (const [celsius, hectopascals] of expected.saturation)
      expect(Math.abs(saturationVapourPressure(celsius) / hectopascals - 1)).toBeLessThan(0.005);
  });

  it('have its dew points within 0.1 K, and the humidity back', () => {
    expect(worst('dewPoint', dewPoint)).toBeLessThan(0.1);
    for (const [celsius, humidity] of expected.dewPoint)
      expect(relativeHumidity(celsius, dewPoint(celsius, humidity))).toBeCloseTo(humidity, 9);
  });

  it('have no dew point above the temperature, nor an infinite one in dry air', () => {
    expect(dewPoint(10, 100.4)).toBe(10);
    expect(dewPoint(10, 0)).toBeGreaterThan(-100);
    expect(dewPoint(10, NaN)).toBeNaN();
  });

  it('have the wet bulb of the psychrometer within 0.15 K, and that of a published example', () => {
    expect(worst('wetBulb', wetBulb)).toBeLessThan(0.15);
    // R. Stull, J. Appl. Meteor. Climatol. 50, 2011: 20 °C and 50 % make 13.7 °C by a fit.
    expect(Math.abs(wetBulb(20, 50, 1013.25) - 13.7)).toBeLessThan(0.2);
  });
});

it("the apparent temperature is the Bureau of Meteorology's", () => {
  expect(worst('apparent', apparentTemperature)).toBeLessThan(0.05);
});

describe('the terrain correction', () => {
  it('has the pressure of the hydrostatic equation, integrated', () => {
    expect(worst('pressure', liftPressure)).toBeLessThan(0.05);
    // The ICAO standard atmosphere.
    expect(liftPressure(1013.25, 15, NaN, 1000)).toBeCloseTo(898.75, 1);
    expect(liftPressure(1013.25, 15, NaN, 2000)).toBeCloseTo(794.95, 1);
  });

  it('changes the humidity as the vapour pressures change', () => {
    expect(liftHumidity(50, 20, 9.3, 0)).toBeCloseTo(50, 9);
    // 13.5 and 2.77 °C: 7.44 of 15.48 hPa, in place of 11.7 of 23.37.
    expect(liftHumidity(50, 20, 9.27, 1000)).toBeCloseTo(48, 0);
    expect(liftHumidity(99, 20, 19.8, -3000)).toBeLessThanOrEqual(100);
  });
});

describe('the UV index', () => {
  const index = (cosZenith: number, ozoneDobson: number, cloudCoverPercent: number, altitudeMetres: number) =>
    uvIndex({ cosZenith, ozoneDobson, cloudCoverPercent, altitudeMetres });

  it('is that of its factors', () => {
    expect(worst('uv', index)).toBeLessThan(1e-9);
    expect(index(1, 300, 0, 0)).toBe(12.5);
  });

  it('is 0 at night, no stronger below the sea, and unknown without ozone or clouds', () => {
    expect(index(-0.1, 300, 0, 0)).toBe(0);
    expect(index(0.5, 300, 0, -400)).toBe(index(0.5, 300, 0, 0));
    expect(index(0.5, NaN, 0, 0)).toBeNaN();
    expect(index(0.5, 300, NaN, 0)).toBeNaN();
  });
});

describe('the probability of lightning', () => {
  it('is that of its factors', () => {
    expect(worst('lightning', lightningProbability)).toBeLessThan(1e-9);
  });

  it('does without inhibition and lifted index, not without CAPE and precipitation', () => {
    expect(lightningProbability(1000, NaN, NaN, 1)).toBe(lightningProbability(1000, 0, 0, 1));
    expect(lightningProbability(NaN, 0, 0, 1)).toBeNaN();
    expect(lightningProbability(1000, 0, 0, NaN)).toBeNaN();
  });
});

it('the frozen share is that of the wet bulb', () => {
  const share = (celsius: number, humidityPercent: number, pressureHpa: number) =>
    frozenShareOf({ celsius, humidityPercent, pressureHpa });
  expect(worst('frozen', share)).toBeLessThan(0.03);
  expect(share(-5, 80, 1000)).toBeGreaterThan(0.97);
  expect(share(6, 80, 1000)).toBeLessThan(0.03);
  expect(share(NaN, 80, 1000)).toBe(0);
  // Thin air cools the wet bulb more: at 3,286 m snow falls where at sea level it would rain.
  expect(share(2, 55, 688)).toBeGreaterThan(0.5);
  expect(share(2, 55, NaN)).toBe(share(2, 55, 1013.25));
});

it('new snow is the lighter the colder it is', () => {
  expect(worst('snowRatio', snowDepthRatio)).toBeLessThan(1e-9);
});
