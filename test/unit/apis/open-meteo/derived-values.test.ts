import { describe, expect, it } from '@jest/globals';
import {
  seaLevelPressure,
  vapourPressureDeficit,
  wetBulbTemperature,
} from '../../../../src/apis/open-meteo/variables/derived-values.js';
import { DAILY_VARIABLES } from '../../../../src/apis/open-meteo/variables/daily-variables.js';
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

describe('the sun of a day', () => {
  const of = (name: string, date: string, latitude: number, longitude: number) =>
    DAILY_VARIABLES.get(name)!.measure!({
      startMs: Date.parse(date),
      latitude,
      longitude,
      hours: () => new Float64Array(24),
    });

  // Longyearbyen: polar night from 26 October to 16 February, polar day from 20 April to 22 August.
  it.each([
    ['2026-12-21T00:00:00+01:00', 0],
    ['2026-06-21T00:00:00+02:00', 24],
  ])('is that of Open-Meteo on Svalbard: %s', (date, hours) => {
    const startMs = Date.parse(date);
    expect(of('sunrise', date, 78.22, 15.65)).toBe(startMs);
    expect(of('sunset', date, 78.22, 15.65)).toBe(startMs + hours * 3_600_000);
    expect(of('daylight_duration', date, 78.22, 15.65)).toBe(hours * 3600);
  });

  it('rises and sets in Oslo on the shortest day at 09:18 and 15:12 (timeanddate.com)', () => {
    const date = '2026-12-21T00:00:00+01:00';
    const minutes = ['sunrise', 'sunset'].map(
      (name) => (of(name, date, 59.913, 10.739) - Date.parse(date)) / 60_000,
    );
    expect(Math.abs(minutes[0] - (9 * 60 + 18))).toBeLessThan(2);
    expect(Math.abs(minutes[1] - (15 * 60 + 12))).toBeLessThan(2);
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
