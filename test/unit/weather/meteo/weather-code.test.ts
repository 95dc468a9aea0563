import { describe, expect, it } from '@jest/globals';
import {
  precipitationForm,
  type FormEvidence,
} from '../../../../src/weather/meteo/precipitation/precipitation-type.js';
import {
  precipitationProbability,
  wetHoursOf,
} from '../../../../src/weather/meteo/precipitation/precipitation-probability.js';
import { type WeatherOfHour, weatherCode } from '../../../../src/weather/meteo/weather-code.js';
import { SEVERITY_ORDER, WEATHER_CODES } from '../../../../src/weather/meteo/weather-codes.js';

const hour = (changes: Partial<WeatherOfHour>): WeatherOfHour => ({
  intensity: 0,
  type: 'rain',
  lightningProbability: 0,
  cloudCover: 0,
  visibility: 24.1,
  ...changes,
});
const code = (changes: Partial<WeatherOfHour>) => weatherCode(hour(changes));

describe('weatherCode', () => {
  it.each([
    [0, 1000],
    [12.49, 1000],
    [12.5, 1100],
    [37.5, 1101],
    [62.5, 1102],
    [87.4, 1102],
    [87.5, 1001],
    [100, 1001],
  ])('of a dry hour with %d %% cloud cover is %d', (cloudCover, expected) => {
    expect(code({ cloudCover })).toBe(expected);
  });

  it('of a dry hour is fog below 1 km as served, whatever the clouds', () => {
    expect(code({ visibility: 0.94, cloudCover: 0 })).toBe(2000);
    expect(code({ visibility: 0.96 })).toBe(2100);
    expect(code({ visibility: 1.94 })).toBe(2100);
    expect(code({ visibility: 1.96 })).toBe(1000);
    expect(code({ visibility: 0.2, cloudCover: NaN })).toBe(2000);
    expect(code({ visibility: NaN, cloudCover: 100 })).toBe(1001);
  });

  it.each([
    ['rain', [1000, 1000, 4000, 4000, 4000, 4200, 4001, 4201]],
    ['snow', [1000, 5001, 5001, 5001, 5100, 5100, 5000, 5101]],
    ['freezingRain', [1000, 6000, 6000, 6000, 6000, 6200, 6001, 6201]],
    ['icePellets', [1000, 7102, 7102, 7102, 7102, 7102, 7000, 7101]],
  ] as const)('of %s follows the intensity, starting at the measurable amount', (type, codes) => {
    const intensities = [0.0149, 0.015, 0.095, 0.1, 0.49, 0.5, 2.5, 10];
    expect(intensities.map((intensity) => code({ type, intensity }))).toEqual(codes);
  });

  it('of rain is based on the intensity as served', () => {
    expect([0.0949, 0.095].map((intensity) => code({ intensity, cloudCover: 100 }))).toEqual([1001, 4000]);
  });

  it('of a thunderstorm requires rain and likely lightning', () => {
    expect(code({ intensity: 1, lightningProbability: 50 })).toBe(8000);
    expect(code({ intensity: 1, lightningProbability: 49 })).toBe(4200);
    expect(code({ intensity: 0, lightningProbability: 99, cloudCover: 100 })).toBe(1001);
    expect(code({ type: 'snow', intensity: 1, lightningProbability: 99 })).toBe(5000);
  });

  it('is unknown without an intensity, and without the cloud cover of a dry hour', () => {
    expect(code({ intensity: NaN })).toBeNaN();
    expect(code({ cloudCover: NaN })).toBeNaN();
    expect(code({ intensity: 1, cloudCover: NaN })).toBe(4200);
  });

  it('orders all codes of the table by severity', () => {
    // Clouds, fog, rain by intensity, snow by intensity, and what makes roads slippery; thunderstorms come last.
    expect(SEVERITY_ORDER.join(' ')).toBe(
      '0 1000 1100 1101 1102 1001 2100 2000 4000 4200 4001 5001 5100 5000 4201 5101 6000 6200 6001 7102 7000 7101 6201 8000',
    );
    expect([...SEVERITY_ORDER].sort()).toEqual(Object.keys(WEATHER_CODES).map(Number).sort());
  });
});

describe('precipitationForm', () => {
  const none: FormEvidence = {
    rainFlag: 0,
    snowFlag: 0,
    freezingRainFlag: 0,
    icePelletsFlag: 0,
    frozenPercent: -50,
    air: { celsius: 0.5, humidityPercent: 100, pressureHpa: 1000 },
  };
  const warm = { celsius: 10, humidityPercent: 80, pressureHpa: 1000 };
  it.each([
    ['its flag', { rainFlag: 1 }, 'rain', 0],
    ['the gravest of its flags', { rainFlag: 1, snowFlag: 1, freezingRainFlag: 1 }, 'freezingRain', 0],
    ['pellets', { icePelletsFlag: 1, snowFlag: 1 }, 'icePellets', 0],
    ['snow with a share', { snowFlag: 1, frozenPercent: 80 }, 'snow', 0.8],
    ['snow that the share doubts', { snowFlag: 1, frozenPercent: 20 }, 'snow', 0.5],
    ['rain and snow: the share', { rainFlag: 1, snowFlag: 1, frozenPercent: 60 }, 'snow', 0.6],
    ['no flag: the share', { frozenPercent: 40 }, 'rain', 0],
    ['neither: warm', { air: warm }, 'rain', 0],
    ['no records at all: warm', { rainFlag: NaN, snowFlag: NaN, frozenPercent: NaN, air: warm }, 'rain', 0],
  ] as const)('is determined by %s', (_, changes, type, snowShare) => {
    expect(precipitationForm({ ...none, ...changes })).toEqual({ type, snowShare });
  });

  const saturated = (celsius: number) => ({ celsius, humidityPercent: 100, pressureHpa: 1000 });
  it.each([
    ['freezing rain up to 1 °C', { freezingRainFlag: 1, air: saturated(1) }, 'freezingRain'],
    ['no freezing rain above', { freezingRainFlag: 1, air: saturated(1.01) }, 'rain'],
    ['no ice pellets above', { icePelletsFlag: 1, air: saturated(1.01) }, 'rain'],
    ['snow below a wet bulb of 2 °C', { snowFlag: 1, air: saturated(1.99) }, 'snow'],
    ['no snow from there on', { snowFlag: 1, air: saturated(2) }, 'rain'],
    ['no frozen share, either', { frozenPercent: 90, air: saturated(2) }, 'rain'],
    // The wet bulb is about 1.4 °C.
    ['snow in dry air', { snowFlag: 1, air: { celsius: 5, humidityPercent: 50, pressureHpa: 1000 } }, 'snow'],
    ['rain in frost', { rainFlag: 1, air: saturated(-3) }, 'rain'],
    [
      'what the source says, if nothing is known of the air',
      { snowFlag: 1, air: { ...warm, celsius: NaN } },
      'snow',
    ],
  ] as const)('fits the air: %s', (_, changes, type) => {
    expect(precipitationForm({ ...none, ...changes }).type).toBe(type);
  });

  it('is determined by the wet bulb temperature if nothing else is known', () => {
    const form = precipitationForm({ ...none, air: { ...none.air, celsius: -4 } });
    expect(form.type).toBe('snow');
    expect(form.snowShare).toBeGreaterThan(0.95);
  });
});

describe('precipitationProbability', () => {
  it.each([
    ['the share of one run', 0, [0.25], 25],
    ['older runs with less weight', 0, [0.25, 0.55], 35], // (0.25 + 0.55 / 2) / 1.5
    ['the runs that have the hour', 0, [NaN, 0.4], 40],
    ['at most 49 % for a dry hour', 0, [0.9], 49],
    ['at least 50 % and more for a wet one', 1, [0], 70],
    ['a larger share for a wet one', 1, [1], 100],
    ['nothing of runs that say nothing', 0, [NaN], 0],
  ])('is %s', (_, intensity, shares, expected) => {
    expect(precipitationProbability(intensity, 'rain', shares)).toBeCloseTo(expected, 9);
  });

  it('is unknown if the amount is', () => {
    expect(precipitationProbability(NaN, 'rain', [1])).toBeNaN();
  });

  it('is below 50 % if the precipitation is not measurable', () => {
    const probability = (intensity: number, type: 'rain' | 'snow') =>
      precipitationProbability(intensity, type, [1]);
    expect([probability(0.01, 'rain'), probability(0.09, 'rain'), probability(0.01, 'snow')]).toEqual([
      49, 49, 49,
    ]);
    expect([probability(0.1, 'rain'), probability(0.02, 'snow')]).toEqual([100, 100]);
  });

  it('counts a fraction of the hours of a longer span', () => {
    expect(wetHoursOf(1)).toBe(1);
    // From intermittence.py, next to the fixtures.
    expect(wetHoursOf(6)).toBeCloseTo(0.523, 2);
  });
});
