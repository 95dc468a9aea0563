import { describe, expect, it } from '@jest/globals';
import { METRIC_NAMES } from '../../../src/meteo/metrics.js';
import { precipitationForm, type FormEvidence } from '../../../src/meteo/precipitation-type.js';
import { precipitationProbability } from '../../../src/meteo/precipitation-probability.js';
import { servedIn, toServedColumn } from '../../../src/meteo/served-values.js';
import { type WeatherOfHour, weatherCode } from '../../../src/meteo/weather-code.js';
import { SEVERITY_ORDER, WEATHER_CODES } from '../../../src/meteo/weather-codes.js';

const hour = (changes: Partial<WeatherOfHour>): WeatherOfHour => ({
  intensity: 0,
  type: 'rain',
  snowAccumulation: 0,
  lightningProbability: 0,
  cloudCover: 0,
  visibility: 24.1,
  ...changes,
});
const metric = (changes: Partial<WeatherOfHour>) => weatherCode(hour(changes), 'metric');

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
  ])('of a dry hour with %d %% of cloud is %d', (cloudCover, code) => {
    expect(metric({ cloudCover })).toBe(code);
  });

  it('of a dry hour is fog below 1 km as it is served, whatever the clouds', () => {
    expect(metric({ visibility: 0.94, cloudCover: 0 })).toBe(2000);
    expect(metric({ visibility: 0.96 })).toBe(2100);
    expect(metric({ visibility: 1.94 })).toBe(2100);
    expect(metric({ visibility: 1.96 })).toBe(1000);
    expect(metric({ visibility: 0.2, cloudCover: NaN })).toBe(2000);
    expect(metric({ visibility: NaN, cloudCover: 100 })).toBe(1001);
  });

  it.each([
    ['rain', [4000, 4000, 4200, 4001, 4201]],
    ['freezingRain', [6000, 6000, 6200, 6001, 6201]],
    ['icePellets', [7102, 7102, 7102, 7000, 7101]],
  ] as const)('of %s follows the intensity', (type, codes) => {
    expect([0.005, 0.49, 0.5, 2.5, 10].map((intensity) => metric({ type, intensity }))).toEqual(codes);
  });

  it('of snow follows the intensity, where there is snow to be served', () => {
    const snow = (intensity: number) => metric({ type: 'snow', intensity, snowAccumulation: 10 * intensity });
    expect([0.005, 0.25, 1, 5].map(snow)).toEqual([5001, 5100, 5000, 5101]);
    expect(metric({ type: 'snow', intensity: 0.006, snowAccumulation: 0.03 })).toBe(4000);
  });

  it('of a thunderstorm needs rain and a probable flash', () => {
    expect(metric({ intensity: 1, lightningProbability: 50 })).toBe(8000);
    expect(metric({ intensity: 1, lightningProbability: 49 })).toBe(4200);
    expect(metric({ intensity: 0, lightningProbability: 99, cloudCover: 100 })).toBe(1001);
    const snow = { type: 'snow', intensity: 1, snowAccumulation: 10 } as const;
    expect(metric({ ...snow, lightningProbability: 99 })).toBe(5000);
  });

  it('goes with the intensity that is served, in either system of units', () => {
    const trace = hour({ intensity: 0.01, cloudCover: 100 });
    expect([weatherCode(trace, 'metric'), weatherCode(trace, 'imperial')]).toEqual([4000, 1001]);
    expect(metric({ intensity: 0.0049, cloudCover: 100 })).toBe(1001);
    expect(weatherCode(hour({ intensity: 0.0127 }), 'imperial')).toBe(4000);
  });

  it('is unknown where the precipitation is, and where a dry sky is', () => {
    expect(metric({ intensity: NaN })).toBeNaN();
    expect(metric({ cloudCover: NaN })).toBeNaN();
    expect(metric({ intensity: 1, cloudCover: NaN })).toBe(4200);
  });

  it('has every code of the table in its order of severity', () => {
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
    celsius: 10,
    humidityPercent: 80,
  };
  it.each([
    ['its flag', { rainFlag: 1 }, 'rain', 0],
    ['the gravest of its flags', { rainFlag: 1, snowFlag: 1, freezingRainFlag: 1 }, 'freezingRain', 0],
    ['pellets', { icePelletsFlag: 1, snowFlag: 1 }, 'icePellets', 0],
    ['snow with a share', { snowFlag: 1, frozenPercent: 80 }, 'snow', 0.8],
    ['snow that the share doubts', { snowFlag: 1, frozenPercent: 20 }, 'snow', 0.5],
    ['rain and snow: the share', { rainFlag: 1, snowFlag: 1, frozenPercent: 60 }, 'snow', 0.6],
    ['no flag: the share', { frozenPercent: 40, celsius: -10 }, 'rain', 0],
    ['neither: warm', {}, 'rain', 0],
    ['no records at all: warm', { rainFlag: NaN, snowFlag: NaN, frozenPercent: NaN }, 'rain', 0],
  ] as const)('goes by %s', (_, changes, type, snowShare) => {
    expect(precipitationForm({ ...none, ...changes })).toEqual({ type, snowShare });
  });

  it('goes by the wet bulb where nothing else says', () => {
    const form = precipitationForm({ ...none, celsius: -4 });
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
    expect(precipitationProbability(intensity, shares)).toBeCloseTo(expected, 9);
  });

  it('is unknown where the amount is', () => {
    expect(precipitationProbability(NaN, [1])).toBeNaN();
  });
});

describe('served values', () => {
  it.each([
    ['temperature', 7.35, 7.4, 45.2],
    ['pressureSurfaceLevel', 1013.25, 1013.3, 29.92],
    ['precipitationIntensity', 0.6, 0.6, 0.024],
    ['snowAccumulation', 6.4, 6.4, 0.25],
    ['windSpeed', 5, 5, 11.2],
    ['visibility', 24.1, 24.1, 15],
    ['humidity', 99.6, 100, 100],
  ] as const)('%s of %d is %d and %d', (name, value, inMetric, inImperial) => {
    expect([servedIn(name, 'metric')(value), servedIn(name, 'imperial')(value)]).toEqual([
      inMetric,
      inImperial,
    ]);
  });

  it('have one name for north, and pass what is missing on', () => {
    expect([...toServedColumn('windDirection', Float64Array.of(359.6, 359.4, NaN), 'metric')]).toEqual([
      0,
      359,
      NaN,
    ]);
    for (const name of METRIC_NAMES) expect(servedIn(name, 'imperial')(NaN)).toBeNaN();
  });
});
