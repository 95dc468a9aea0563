import { expect, it } from '@jest/globals';
import { precipitationType } from '../../../../src/apis/tomorrow-io/fields/derived-values.js';
import { type Steps } from '../../../../src/apis/tomorrow-io/fields/steps.js';

function typeOf(given: Record<string, number>): number {
  const metrics = { precipitationIntensity: 1, snowAccumulation: 0, temperature: 5, ...given };
  const hours = { at: (name: keyof typeof metrics) => Float64Array.of(metrics[name]) };
  const steps = { ...hours, ofHours: (make: (of: typeof hours) => Float64Array) => make(hours) };
  return precipitationType(steps as unknown as Steps)[0];
}

it.each([
  ['rain', { weatherCode: 4001 }, 1],
  ['drizzle with some snow', { weatherCode: 4000, snowAccumulation: 0.8, temperature: 1 }, 1],
  ['snow', { weatherCode: 5101, snowAccumulation: 10, temperature: -5 }, 2],
  ['flurries that are mostly rain', { weatherCode: 5001, snowAccumulation: 0.8, temperature: 1 }, 2],
  ['freezing rain', { weatherCode: 6001 }, 3],
  ['sleet', { weatherCode: 7000 }, 4],
  [
    'dry weather with an amount that is not measurable',
    { weatherCode: 1001, precipitationIntensity: 0.04 },
    0,
  ],
  ['fog', { weatherCode: 2000, precipitationIntensity: 0 }, 0],
  ['a thunderstorm with rain', { weatherCode: 8000 }, 1],
  ['a thunderstorm with snow', { weatherCode: 8000, snowAccumulation: 12, temperature: -5 }, 2],
  ['a thunderstorm whose snow is unknown', { weatherCode: 8000, snowAccumulation: NaN }, NaN],
  ['unknown weather', { weatherCode: 0 }, NaN],
  ['no weather', { weatherCode: NaN, precipitationIntensity: NaN }, NaN],
])('returns the code of the precipitation type: %s', (_what, given, type) => {
  expect(typeOf(given)).toBe(type);
});
