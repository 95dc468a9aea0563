import { describe, expect, it } from '@jest/globals';
import { OBSERVED_FIELDS } from '../../../../src/weather/observations/index.js';
import type { CombinedValues } from '../../../../src/forecast/current/combined-values.js';
import { type Case, combined, type Values } from './combined-case.js';

const MODEL: Values = {
  temperature: 10,
  dewPoint: 5,
  humidity: 71,
  temperatureApparent: 7.5,
  windSpeed: 4,
  windDirection: 270,
  windGust: 7,
  pressureSurfaceLevel: 1000,
  cloudCover: 50,
  visibility: 20,
  weatherCode: 1101,
  precipitationIntensity: 0,
  precipitationProbability: 20,
  snowAccumulation: 0,
  lightningProbability: 0,
};
const RAIN = { weatherCode: 4001, precipitationIntensity: 3, precipitationProbability: 70 };
const SNOW = {
  temperature: -1,
  dewPoint: -2,
  humidity: 93,
  weatherCode: 5100,
  precipitationIntensity: 0.5,
  precipitationProbability: 80,
  snowAccumulation: 5,
};
const NOTHING = Object.fromEntries(OBSERVED_FIELDS.map((field) => [field, null])) as Case['report'];
const HERE = { km: 1, minutes: 5, rise: 10 };
const NEAR = { km: 20, minutes: 30, rise: 10 };
const FAR = { km: 60, minutes: 45, rise: 75 };

function combine(
  report: Partial<Case['report']>,
  where: Pick<Case, 'km' | 'minutes' | 'rise'>,
  model: Values = {},
  there: Values = {},
): CombinedValues {
  const now = { ...MODEL, ...model };
  return combined({ model: now, there: { ...now, ...there }, report: { ...NOTHING, ...report }, ...where });
}

describe('a report of the place', () => {
  it('stands as it is', () => {
    const values = combine(
      {
        temperature: 13,
        dewPoint: 3,
        windSpeed: 2,
        windDirection: 90,
        pressureSurfaceLevel: 990,
        cloudCover: 100,
      },
      HERE,
      {},
      { temperature: 20 },
    );
    expect(values.get('temperature')).toEqual({ value: 13, origin: 'observed' });
    expect(values.get('windDirection')).toEqual({ value: 90, origin: 'observed' });
    expect(values.get('pressureSurfaceLevel')).toEqual({ value: 990, origin: 'observed' });
    expect(values.get('cloudCover')).toEqual({ value: 100, origin: 'observed' });
    expect(values.get('weatherCode')).toEqual({ value: 1001, origin: 'adjusted' });
    // By the Magnus formula: 7.5741 hPa over 14.9500 hPa.
    expect(values.get('humidity').value).toBeCloseTo(50.6629, 3);
    expect(values.get('humidity').origin).toBe('observed');
    expect(values.get('ozone')).toEqual({ value: NaN, origin: 'model' });
  });

  it.each([
    ['2.1 km away', { ...HERE, km: 2.1 }],
    ['21 minutes old', { ...HERE, minutes: 21 }],
    ['31 m below', { ...HERE, rise: 31 }],
    ['31 m above', { ...HERE, rise: -31 }],
  ])('is adjusted if it is %s', (_what, where) => {
    expect(combine({ temperature: 13 }, where).get('temperature').origin).toBe('adjusted');
  });
});

describe('a report from elsewhere', () => {
  it("adds the model's error, faded by age, distance and height", () => {
    const values = combine(
      { temperature: 12, windSpeed: 6, windDirection: 270 },
      FAR,
      {},
      { temperature: 8 },
    );
    // exp(-45/180 - (60/50)² - (75/150)²) = exp(-1.94) = 0.143704, of 4 K.
    expect(values.get('temperature').value).toBeCloseTo(10.574816, 5);
    // exp(-45/90 - 1.44 - 0.25) = exp(-2.19) = 0.111917, of 2 m/s.
    expect(values.get('windSpeed').value).toBeCloseTo(4.223833, 5);
    expect(values.get('windDirection').value).toBeCloseTo(270, 9);
  });

  it('says nothing about clouds, visibility, gusts and weather beyond 25 km or 60 minutes', () => {
    const report = { cloudCover: 100, visibility: 1.5, windGust: 20, weatherCode: 2100 };
    for (const where of [
      { ...NEAR, km: 25.1 },
      { ...NEAR, minutes: 61 },
    ])
      for (const name of Object.keys(report))
        expect(combine(report, where).get(name)).toEqual({ value: MODEL[name], origin: 'model' });
    for (const [name, value] of Object.entries(report))
      expect(combine(report, { ...NEAR, km: 25, minutes: 60 }).get(name)).toEqual({
        value,
        origin: 'adjusted',
      });
  });

  it('is brought to the height of the place if there is no model', () => {
    const values = combined({
      model: {},
      there: {},
      report: { ...NOTHING, temperature: 15, dewPoint: 10, pressureSurfaceLevel: 1000, windSpeed: 3 },
      ...NEAR,
      rise: 200,
    });
    // 6.5 K/km over 200 m.
    expect(values.get('temperature')).toEqual({ value: 13.7, origin: 'adjusted' });
    expect(values.get('dewPoint').value).toBeCloseTo(8.7, 9);
    expect(values.get('windSpeed')).toEqual({ value: 3, origin: 'adjusted' });
    // 1000 exp(-g h / (R T)) with the virtual temperature in the middle, 288.80 K.
    expect(values.get('pressureSurfaceLevel').value).toBeCloseTo(976.62, 2);
    expect(values.get('windGust').value).toBeNaN();
    // It takes the temperature to bring a pressure to another height.
    const without = combined({
      model: {},
      there: {},
      report: { ...NOTHING, pressureSurfaceLevel: 1000 },
      ...NEAR,
      rise: 200,
    });
    expect(without.get('pressureSurfaceLevel')).toEqual({ value: NaN, origin: 'model' });
  });

  it('leaves the direction to the model if it varies, and has none if it is calm', () => {
    expect(combine({ windSpeed: 2, windDirection: null }, HERE).get('windDirection')).toEqual({
      value: 270,
      origin: 'model',
    });
    expect(combine({ windSpeed: 0, windDirection: null }, HERE).get('windDirection')).toEqual({
      value: 0,
      origin: 'observed',
    });
  });
});

describe('the weather', () => {
  it("keeps the model's amounts if the station reports the same weather", () => {
    const values = combine({ weatherCode: 4001 }, HERE, RAIN);
    expect(values.get('weatherCode')).toEqual({ value: 4001, origin: 'observed' });
    expect(values.get('precipitationIntensity')).toEqual({ value: 3, origin: 'model' });
  });

  it('has no amounts if the station is dry', () => {
    const values = combine({ weatherCode: 1000, cloudCover: 0, visibility: 24.1 }, NEAR, {
      ...RAIN,
      precipitationProbability: 100,
    });
    for (const name of ['precipitationIntensity', 'snowAccumulation'])
      expect(values.get(name)).toEqual({ value: 0, origin: 'adjusted' });
    expect(values.get('precipitationProbability')).toEqual({ value: 99, origin: 'adjusted' });
  });

  it('has unknown amounts if the station reports precipitation that the model lacks', () => {
    const values = combine({ weatherCode: 4001 }, HERE, { precipitationProbability: 0 });
    for (const name of ['precipitationIntensity', 'snowAccumulation'])
      expect(values.get(name)).toEqual({ value: NaN, origin: 'adjusted' });
    expect(values.get('precipitationProbability')).toEqual({ value: 1, origin: 'adjusted' });
  });

  it('turns snow into rain where it is too warm', () => {
    const values = combine({ temperature: 6, dewPoint: 5 }, HERE, SNOW);
    // 0.5 mm/h of rain is light rain.
    expect(values.get('weatherCode')).toEqual({ value: 4200, origin: 'adjusted' });
    expect(values.get('snowAccumulation')).toEqual({ value: 0, origin: 'adjusted' });
    expect(combine({ temperature: -3, dewPoint: -4 }, HERE, SNOW).get('weatherCode').value).toBe(5100);
  });

  it('takes snow and ice from elsewhere only where they can fall', () => {
    const air = { temperature: 4, dewPoint: 3.9, humidity: 99, cloudCover: 100 };
    const carried = (code: number, where: Pick<Case, 'km' | 'minutes' | 'rise'>, model: Values) =>
      combine({ weatherCode: code }, where, { ...air, ...model }).get('weatherCode');
    // The wet bulb is 3.9 °C.
    expect(carried(5000, NEAR, {})).toEqual({ value: 1001, origin: 'model' });
    expect(carried(6001, NEAR, {})).toEqual({ value: 1001, origin: 'model' });
    expect(carried(4001, NEAR, {})).toEqual({ value: 4001, origin: 'adjusted' });
    expect(carried(5000, NEAR, { temperature: 1, dewPoint: 0.5, humidity: 96 }).value).toBe(5000);
    // What the station sees stands at its place.
    expect(carried(5000, HERE, {})).toEqual({ value: 5000, origin: 'observed' });
  });

  it('turns freezing rain into rain above 1 °C', () => {
    const freezing = { temperature: 0, dewPoint: -1, ...RAIN, weatherCode: 6001 };
    expect(combine({ temperature: 1.1, dewPoint: 1 }, HERE, freezing).get('weatherCode').value).toBe(4001);
    expect(combine({ temperature: 0.9, dewPoint: 0.5 }, HERE, freezing).get('weatherCode').value).toBe(6001);
  });
});
