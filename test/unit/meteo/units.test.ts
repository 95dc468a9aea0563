import { describe, expect, it } from '@jest/globals';
import {
  kelvinToCelsius,
  kelvinToFahrenheit,
  metresPerSecondToMilesPerHour,
  millimetresToInches,
  pascalsToHectopascals,
  pascalsToInchesOfMercury,
  shareToPercent,
  visibilityInKilometres,
  visibilityInMiles,
} from '../../../src/meteo/units.js';

describe('conversions of units', () => {
  it.each([
    ['0 °C in K to °C', kelvinToCelsius(273.15), 0],
    ['300 K to °C', kelvinToCelsius(300), 26.85],
    ['0 °C in K to °F', kelvinToFahrenheit(273.15), 32],
    ['300 K to °F', kelvinToFahrenheit(300), 80.33],
    ['-40 °C in K to °F', kelvinToFahrenheit(233.15), -40],
    ['10 m/s to mph: 36,000 m of 1609.344', metresPerSecondToMilesPerHour(10), 22.3693629],
    ['44.704 m/s to mph', metresPerSecondToMilesPerHour(44.704), 100],
    ['101,325 Pa to hPa', pascalsToHectopascals(101_325), 1013.25],
    ['101,325 Pa to inHg', pascalsToInchesOfMercury(101_325), 29.9212524],
    ['12.7 mm to inches', millimetresToInches(12.7), 0.5],
    ['16,093.44 m to miles', visibilityInMiles(16_093.44), 10],
    ['10,000 m to km', visibilityInKilometres(10_000), 10],
    ['0.314 to percent', shareToPercent(0.314), 31.4],
  ])('%s', (_, converted, expected) => {
    expect(converted).toBeCloseTo(expected, 6);
  });

  it('caps visibility at 24.1 km and 15 miles', () => {
    expect(visibilityInKilometres(24_135)).toBe(24.1);
    expect(visibilityInMiles(24_235)).toBe(15);
    expect(visibilityInKilometres(24_000)).toBe(24);
    expect(visibilityInMiles(24_000)).toBeCloseTo(14.9129, 4);
  });

  it('passes a missing visibility on', () => {
    expect(visibilityInKilometres(NaN)).toBeNaN();
    expect(visibilityInMiles(NaN)).toBeNaN();
  });
});
