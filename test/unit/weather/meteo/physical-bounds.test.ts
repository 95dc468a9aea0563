import { describe, expect, test } from '@jest/globals';
import { boundsOf } from '../../../../src/weather/meteo/physical-bounds.js';
import { remainderOf, VARIABLE_NAMES, type VariableName } from '../../../../src/weather/meteo/variables.js';
import { OWN_MODELS } from '../../../../src/weather/models/own-models.js';

const celsius = (degrees: number) => degrees + 273.15;
const isWithin = (variable: VariableName, value: number, spanHours?: number) => {
  const [lowest, highest] = boundsOf(variable, spanHours)!;
  return value >= lowest && value <= highest;
};

describe('the bounds', () => {
  // WMO World Weather and Climate Extremes Archive, wmo.asu.edu.
  test.each<[VariableName, what: string, value: number]>([
    ['temperature2m', 'Vostok, 1983', celsius(-89.2)],
    ['temperature2m', 'Furnace Creek, 1913', celsius(56.7)],
    ['dewPoint2m', 'Dhahran, 2003', celsius(35)],
    ['windU10m', 'Barrow Island, 1996', -113.2],
    ['windGust', 'Barrow Island, 1996', 113.2],
    ['surfacePressure', 'Mount Everest in winter', 31_000],
    ['surfacePressure', 'Tosontsengel, 2001', 108_480],
    ['terrainHeight', 'the Dead Sea', -430],
    ['terrainHeight', 'Mount Everest', 8_849],
    ['frozenPrecipitationPercent', 'nothing falls, in GFS', -50],
  ])('of %s have room for %s: %d', (variable, _, value) => {
    expect(isWithin(variable, value)).toBe(true);
  });

  test.each<[VariableName, value: number]>([
    ['temperature2m', 0],
    ['temperature2m', 9_999],
    ['temperature2m', -9_999],
    ['windV10m', 9_999],
    ['surfacePressure', 0],
    ['surfacePressure', 9_999],
    ['cloudCover', 9_999],
    ['rainFlag', -1],
    ['terrainHeight', 9_999],
    ['totalOzone', 9_999],
  ])('of %s have none for %d', (variable, value) => {
    expect(isWithin(variable, value)).toBe(false);
  });

  // The same archive, and WMO-No. 168, table of the greatest observed point rainfalls.
  test.each([
    [1, 401],
    [6, 840],
    [12, 1_144],
    [24, 1_825],
    [48, 2_493],
    [96, 4_936],
    [360, 6_083],
  ])(
    'of amounts in %i hours have room for the world record of %d mm, and none for 9,999 mm',
    (hours, most) => {
      expect(isWithin('precipitation', most, hours)).toBe(true);
      expect(isWithin('precipitation', 9_999, hours)).toBe(false);
    },
  );

  test('are there for every variable but remainders', () => {
    const remainders = VARIABLE_NAMES.map(remainderOf);
    for (const name of VARIABLE_NAMES) expect(boundsOf(name) === undefined).toBe(remainders.includes(name));
  });

  test('are there for every record of every model', () => {
    for (const { records } of OWN_MODELS)
      for (const { variable } of records) expect(boundsOf(variable)).toHaveLength(2);
  });
});
