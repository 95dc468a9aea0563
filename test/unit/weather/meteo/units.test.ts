import { describe, expect, it } from '@jest/globals';
import {
  celsiusToFahrenheit,
  hectopascalsToInchesOfMercury,
  kelvinToCelsius,
  kilometresToMiles,
  metresPerSecondToMilesPerHour,
  millimetresToInches,
  pascalsToHectopascals,
  shareToPercent,
  visibilityInKilometres,
} from '../../../../src/weather/meteo/units.js';

describe('unit conversions', () => {
  it.each([
    ['0 °C in K to °C', kelvinToCelsius(273.15), 0],
    ['300 K to °C', kelvinToCelsius(300), 26.85],
    ['0 °C to °F', celsiusToFahrenheit(0), 32],
    ['26.85 °C to °F', celsiusToFahrenheit(26.85), 80.33],
    ['-40 °C to °F', celsiusToFahrenheit(-40), -40],
    ['10 m/s to mph: 36,000 m of 1609.344', metresPerSecondToMilesPerHour(10), 22.3693629],
    ['44.704 m/s to mph', metresPerSecondToMilesPerHour(44.704), 100],
    ['101,325 Pa to hPa', pascalsToHectopascals(101_325), 1013.25],
    ['1,013.25 hPa to inHg', hectopascalsToInchesOfMercury(1013.25), 29.9212524],
    ['12.7 mm to inches', millimetresToInches(12.7), 0.5],
    ['16.09344 km to miles', kilometresToMiles(16.09344), 10],
    ['10,000 m to km', visibilityInKilometres(10_000), 10],
    ['0.314 to percent', shareToPercent(0.314), 31.4],
  ])('%s', (_, converted, expected) => {
    expect(converted).toBeCloseTo(expected, 6);
  });

  it('caps visibility at 24.1 km, which is served as 15 miles', () => {
    expect(visibilityInKilometres(24_135)).toBe(24.1);
    expect(kilometresToMiles(visibilityInKilometres(24_235))).toBeCloseTo(15, 1);
    expect(visibilityInKilometres(24_000)).toBe(24);
  });

  it('passes on a missing visibility', () => {
    expect(visibilityInKilometres(NaN)).toBeNaN();
  });
});
