import { describe, expect, it } from '@jest/globals';
import {
  FORECAST_DAY,
  NO_VALUE,
  SUMS,
  addError,
  addVectorError,
} from '../../../../src/weather/verification/index.js';
import {
  packForecasts,
  packSums,
  unpackForecasts,
  unpackSums,
  unpackSumsAtOnce,
} from '../../../../src/verification/store/blocks.js';
import { generator } from '../../../support/random.js';

const random = generator(8);
const error = (most: number) => Math.round(2 * most * random() - most) + 0;

/** Sets of some cases, of which every fifth has none. */
function someSums(sets: number, cases: number): Float64Array {
  const sums = new Float64Array(sets * SUMS);
  for (let set = 0; set < sets; set++)
    for (let i = 0; i < cases && set % 5 > 0; i++) {
      const length = Math.abs(error(80));
      if (set % 2 === 0) addError(sums, set * SUMS, error(60));
      else addVectorError(sums, set * SUMS, length, length ** 2 + error(length));
    }
  return sums;
}

describe('sums', () => {
  it('are the same after they were stored, whatever their numbers mean', async () => {
    const sources = ['gfs', 'ifs'];
    for (const width of [1, 3, SUMS, 32]) {
      // Up to what fits into 53 bits, also where no errors could have such sums.
      const sums = Float64Array.from({ length: 24 * width }, () => error(10 ** Math.floor(15 * random())));
      const block = { sources, stations: ['KBOS', 'EDDF', 'LFPG'], sums };
      const packed = await packSums(block, width);
      expect(await unpackSums(packed)).toEqual(block);
      expect(unpackSumsAtOnce(packed)).toEqual(block);
    }
    const [few, many] = [someSums(60, 4), someSums(60, 20_000)];
    for (const sums of [few, many])
      expect(await unpackSums(await packSums({ sources, sums }, SUMS))).toEqual({ sources, sums });
  });

  it('of errors take few bytes', async () => {
    // Four sets of 24 cases each, for 7 lead times of 7 sources: their numbers alone would take 8 bytes each.
    const sources = ['auto', 'auto_uncorrected', 'auto_without_station', 'gefs', 'gfs', 'ifs', 'persistence'];
    const sums = someSums(4 * 7 * 7, 24);
    const packed = await packSums({ sources, stations: ['KBOS', 'KJFK', 'EDDF', 'LFPG'], sums }, SUMS);
    expect(packed.length).toBeLessThan(1.25 * sums.length);
  });
});

describe('forecasts', () => {
  const STATIONS = ['KBOS', 'KJFK', 'EDDF'];
  const LENGTH = STATIONS.length * FORECAST_DAY;
  /** Values that change by and by, with gaps. */
  const someValues = (most: number) =>
    Int16Array.from({ length: LENGTH }, (_, i) =>
      random() < 0.2 ? NO_VALUE : Math.round(most * Math.sin(i / 5)) + error(4),
    );

  it('are the same after they were stored, with those that hardly differ from them', async () => {
    const values = someValues(10_850);
    const others = {
      auto_uncorrected: values.map((value) => (value === NO_VALUE ? value : value + error(20))),
      // Each may have values that the other lacks.
      auto_without_station: someValues(300),
    };
    expect(await unpackForecasts(await packForecasts({ stations: STATIONS, values, others }))).toEqual({
      stations: STATIONS,
      values,
      others,
    });
    const alone = await unpackForecasts(await packForecasts({ stations: STATIONS, values }));
    expect(alone).toEqual({ stations: STATIONS, values, others: {} });
  });
});
