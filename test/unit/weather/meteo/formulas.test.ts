import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { apparentTemperature } from '../../../../src/weather/meteo/air/apparent-temperature.js';
import {
  dewPoint,
  relativeHumidity,
  saturationVapourPressure,
  wetBulb,
} from '../../../../src/weather/meteo/air/humidity.js';
import { lightningProbability } from '../../../../src/weather/meteo/precipitation/lightning-probability.js';
import { snowDepthRatio } from '../../../../src/weather/meteo/precipitation/new-snow.js';
import { frozenShareOf } from '../../../../src/weather/meteo/precipitation/precipitation-type.js';
import { liftHumidity, liftPressure } from '../../../../src/weather/meteo/air/terrain-correction.js';
import { uvIndex } from '../../../../src/weather/meteo/sun/uv-index.js';

const expected = JSON.parse(
  readFileSync(new URL('../../../fixtures/meteo/formulas.json', import.meta.url), 'utf8'),
) as Record<string, number[][]>;

/** Returns the largest difference from the expected values, the last column of the rows. */
function worst(name: string, formula: (...inputs: number[]) => number): number {
  const differences = expected[name].map((row) => formula(...row.slice(0, -1)) - row[row.length - 1]);
  expect(differences.length).toBeGreaterThan(10);
  return Math.max(...differences.map(Math.abs));
}

describe('the humidity formulas', () => {
  it('match the vapor pressure of Goff and Gratch to within 0.5 %', () => {
    for (const [celsius, hectopascals] of expected.saturation)
      expect(Math.abs(saturationVapourPressure(celsius) / hectopascals - 1)).toBeLessThan(0.005);
  });

  it('match the expected dew points to within 0.1 K, and are reversible', () => {
    expect(worst('dewPoint', dewPoint)).toBeLessThan(0.1);
    for (const [celsius, humidity] of expected.dewPoint)
      expect(relativeHumidity(celsius, dewPoint(celsius, humidity))).toBeCloseTo(humidity, 9);
  });

  it('yield no dew point above the temperature, and a finite one in dry air', () => {
    expect(dewPoint(10, 100.4)).toBe(10);
    expect(dewPoint(10, 0)).toBeGreaterThan(-100);
    expect(dewPoint(10, NaN)).toBeNaN();
  });

  it('match the psychrometric wet bulb to within 0.15 K, and a published example', () => {
    expect(worst('wetBulb', wetBulb)).toBeLessThan(0.15);
    // R. Stull, J. Appl. Meteor. Climatol. 50, 2011: 13.7 °C for 20 °C and 50 %, by a fit.
    expect(Math.abs(wetBulb(20, 50, 1013.25) - 13.7)).toBeLessThan(0.2);
  });
});

it('the apparent temperature matches the Bureau of Meteorology’s formula', () => {
  expect(worst('apparent', apparentTemperature)).toBeLessThan(0.05);
});

describe('the terrain correction', () => {
  it('matches the integrated hydrostatic equation', () => {
    expect(worst('pressure', liftPressure)).toBeLessThan(0.05);
    // ICAO standard atmosphere.
    expect(liftPressure(1013.25, 15, NaN, 1000)).toBeCloseTo(898.75, 1);
    expect(liftPressure(1013.25, 15, NaN, 2000)).toBeCloseTo(794.95, 1);
  });

  it('changes the relative humidity with the vapor pressures', () => {
    expect(liftHumidity(50, 20, 9.3, 0)).toBeCloseTo(50, 9);
    // 13.5 and 2.77 °C: 7.44 of 15.48 hPa, instead of 11.7 of 23.37.
    expect(liftHumidity(50, 20, 9.27, 1000)).toBeCloseTo(48, 0);
    expect(liftHumidity(99, 20, 19.8, -3000)).toBeLessThanOrEqual(100);
  });
});

describe('the UV index', () => {
  const index = (cosZenith: number, ozoneDobson: number, cloudCoverPercent: number, altitudeMetres: number) =>
    uvIndex({ cosZenith, ozoneDobson, cloudCoverPercent, altitudeMetres });

  it('is the product of its factors', () => {
    expect(worst('uv', index)).toBeLessThan(1e-9);
    expect(index(1, 300, 0, 0)).toBe(12.5);
  });

  it('is 0 at night, no stronger below sea level, and unknown without ozone or clouds', () => {
    expect(index(-0.1, 300, 0, 0)).toBe(0);
    expect(index(0.5, 300, 0, -400)).toBe(index(0.5, 300, 0, 0));
    expect(index(0.5, NaN, 0, 0)).toBeNaN();
    expect(index(0.5, 300, NaN, 0)).toBeNaN();
  });
});

describe('the probability of lightning', () => {
  it('is the product of its factors', () => {
    expect(worst('lightning', lightningProbability)).toBeLessThan(1e-9);
  });

  it('needs neither inhibition nor lifted index, but CAPE and precipitation', () => {
    expect(lightningProbability(1000, NaN, NaN, 1)).toBe(lightningProbability(1000, 0, 0, 1));
    expect(lightningProbability(NaN, 0, 0, 1)).toBeNaN();
    expect(lightningProbability(1000, 0, 0, NaN)).toBeNaN();
  });
});

it('the frozen share depends on the wet bulb temperature', () => {
  const share = (celsius: number, humidityPercent: number, pressureHpa: number) =>
    frozenShareOf({ celsius, humidityPercent, pressureHpa });
  expect(worst('frozen', share)).toBeLessThan(0.03);
  expect(share(-5, 80, 1000)).toBeGreaterThan(0.97);
  expect(share(6, 80, 1000)).toBeLessThan(0.03);
  expect(share(NaN, 80, 1000)).toBe(0);
  // In thin air, the wet bulb is cooler: at 3,286 m it snows where at sea level it would rain.
  expect(share(2, 55, 688)).toBeGreaterThan(0.5);
  expect(share(2, 55, NaN)).toBe(share(2, 55, 1013.25));
});

it('new snow is lighter at lower temperatures', () => {
  expect(worst('snowRatio', snowDepthRatio)).toBeLessThan(1e-9);
});
