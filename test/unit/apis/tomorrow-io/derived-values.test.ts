import { expect, it } from '@jest/globals';
import { precipitationType } from '../../../../src/apis/tomorrow-io/fields/derived-values.js';
import { type Steps } from '../../../../src/apis/tomorrow-io/fields/steps.js';

function typeOf(given: Record<string, number>): number {
  const metrics = { weatherCode: 4000, snowAccumulation: 0, temperature: 5, ...given };
  const hours = { at: (name: keyof typeof metrics) => Float64Array.of(metrics[name]) };
  const steps = { ...hours, ofHours: (make: (of: typeof hours) => Float64Array) => make(hours) };
  return precipitationType(steps as unknown as Steps)[0];
}

it.each([
  ['rain', { precipitationIntensity: 1 }, 1],
  ['snow', { precipitationIntensity: 1, snowAccumulation: 10, temperature: -5 }, 2],
  ['freezing rain', { precipitationIntensity: 1, weatherCode: 6001 }, 3],
  ['sleet', { precipitationIntensity: 1, weatherCode: 7000 }, 4],
  ['nothing', { precipitationIntensity: 0, snowAccumulation: NaN }, 0],
  ['unknown water', { precipitationIntensity: NaN }, NaN],
  ['water of which snow is unknown', { precipitationIntensity: 1, snowAccumulation: NaN }, NaN],
])('returns the code of the precipitation type: %s', (_what, given, type) => {
  expect(typeOf(given)).toBe(type);
});
