import { describe, expect, it } from '@jest/globals';
import { DOCUMENTED_WEIGHTS } from '../../../../src/weather/consensus/index.js';

const place = { latitude: 50, longitude: 10 };

describe('documented weights', () => {
  it('are the inverse squares of the errors of the temperature, in between and beyond the known leads', () => {
    const [gfs, ifs] = ['gfs', 'ifs'].map((model) => DOCUMENTED_WEIGHTS.byLead(model, 'temperature', place));
    expect(gfs[0]).toBeCloseTo(1 / 1.49 ** 2, 12);
    expect(gfs[12]).toBeCloseTo(1 / 1.49 ** 2, 12);
    // Half way from 1.46 K at 36 hours to 1.89 K at 84 hours.
    expect(gfs[60]).toBeCloseTo(1 / 1.675 ** 2, 12);
    expect(ifs[ifs.length - 1]).toBeCloseTo(1 / 1.97 ** 2, 12);
    expect(ifs).toHaveLength(133);
  });

  it('of a model that isn’t known are those of the mean error', () => {
    for (const model of ['aifs', 'constructor'])
      expect(DOCUMENTED_WEIGHTS.byLead(model, 'temperature', place)[84]).toBeCloseTo(1 / 1.905 ** 2, 12);
  });

  it.each(['wind', 'pressure'] as const)('of %s are equal', (group) => {
    const of = (model: string) => [...DOCUMENTED_WEIGHTS.byLead(model, group, place)];
    expect(of('gfs')).toEqual(of('aifs'));
    expect(new Set(of('ifs'))).toEqual(new Set([1]));
  });
});
