import { describe, expect, it } from '@jest/globals';
import {
  seaLevelPressure,
  vapourPressureDeficit,
  wetBulbTemperature,
} from '../../../../src/apis/open-meteo/variables/derived-values.js';
import { type Steps } from '../../../../src/apis/open-meteo/variables/steps.js';
import { toWmoCode, WMO_CODES } from '../../../../src/apis/open-meteo/variables/wmo-codes.js';

const stepsOf = (metrics: Record<string, number>, altitude = 0) =>
  ({ altitude, at: (name: string) => Float64Array.of(metrics[name]) }) as unknown as Steps;

describe('a derived value', () => {
  it('is Stull’s wet-bulb temperature, which is 13.7 °C at 20 °C and 50 %', () => {
    expect(wetBulbTemperature(stepsOf({ temperature: 20, humidity: 50 }))[0]).toBeCloseTo(13.7, 1);
  });

  it('is half the saturation vapor pressure at 50 %: 2.338 kPa at 20 °C (FAO 56, table 2.3)', () => {
    expect(vapourPressureDeficit(stepsOf({ temperature: 20, humidity: 50 }))[0]).toBeCloseTo(2.338 / 2, 2);
  });

  it('is the sea-level pressure by the barometric formula for dry air', () => {
    const metrics = { pressureSurfaceLevel: 899, temperature: 10, dewPoint: -60 };
    // 899 hPa (1 + 6.5 / 283.15) ^ (9.80665 / (287.05 · 0.0065))
    expect(seaLevelPressure(stepsOf(metrics, 1000))[0]).toBeCloseTo(1013.0, 0);
    expect(seaLevelPressure(stepsOf(metrics, 0))[0]).toBe(899);
  });
});

it('maps each weather code to a WMO code from Open-Meteo’s list', () => {
  const list = [
    0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85, 86, 95, 96,
    99,
  ];
  const { 0: unknown, ...known } = WMO_CODES;
  for (const code of Object.values(known)) expect(list).toContain(code);
  expect([unknown, toWmoCode(NaN)]).toEqual([NaN, NaN]);
});
