import { describe, expect, it } from '@jest/globals';
import { DOCUMENTED_WEIGHTS } from '../../../../src/weather/consensus/index.js';
import {
  LEAD_BINS,
  NO_CORRECTION,
  STATION_CORRECTIONS,
  correctionIndex,
} from '../../../../src/weather/verification/index.js';
import { regionOf, regionsAround } from '../../../../src/verification/state/regions.js';
import {
  type StateContent,
  factorsOf,
  packState,
  unpackState,
} from '../../../../src/verification/state/state-content.js';
import { VerificationState } from '../../../../src/verification/state/verification-state.js';
import { weightFactors } from '../../../../src/verification/state/weight-factors.js';
import { generator } from '../../../support/random.js';

const NOTHING: StateContent = {
  ...{ models: [], regions: [], factors: new Float32Array(), gatedRegions: [], gates: [1, 1] },
  ...{ widening: LEAD_BINS.map(() => 1), stations: [] },
  ...{ positions: new Float32Array(), corrections: new Int8Array() },
};
const stateOf = (content: Partial<StateContent>) =>
  new VerificationState(3, new Date(0), { ...NOTHING, ...content });
const UNIT = { numbers: 4, step: 0.1 };

/** Sums of errors: cases and mean squares in K² by source, the same in each lead bin. */
function sumsOf(errors: Record<string, [cases: number, meanSquare: number]>) {
  const sources = Object.keys(errors);
  const sums = sources.flatMap((source) =>
    LEAD_BINS.flatMap(() => [errors[source][0], 0, 0, errors[source][0] * errors[source][1] * 100]),
  );
  return { sources, sums: Float64Array.from(sums) };
}

const MODELS = ['gfs', 'ifs'];
const PLACE = { latitude: 45, longitude: 5 };

describe('weights', () => {
  const ratioAt = (state: VerificationState, place = PLACE, lead = 36) => {
    const [gfs, ifs] = MODELS.map((model) => state.byLead(model, 'temperature', place)[lead]);
    return ifs / gfs;
  };
  const documented = 1.46 ** 2 / 1.61 ** 2;

  it('are the documented ones without a state', () => {
    expect(ratioAt(stateOf({}))).toBeCloseTo(documented, 6);
    expect(stateOf({}).byLead('aifs', 'wind', PLACE)).toBe(DOCUMENTED_WEIGHTS.byLead('aifs', 'wind', PLACE));
  });

  it('follow from the errors of the world, which count half after 300 cases', () => {
    const factors = weightFactors(MODELS, 'temperature', UNIT, sumsOf({ gfs: [300, 4], ifs: [300, 1] }));
    const whole = new Float32Array(factorsOf(MODELS));
    whole.set(factors);
    const state = stateOf({ models: MODELS, factors: whole.fill(1, factors.length) });
    // Documented shares at 36 hours: 0.5487 and 0.4513. By the errors: 0.2 and 0.8. Half of each: 0.3744 and 0.6256.
    const [gfs, ifs] = [1 / 1.46 ** 2, 1 / 1.61 ** 2].map(
      (weight) => weight / (1 / 1.46 ** 2 + 1 / 1.61 ** 2),
    );
    expect([gfs, ifs].map((share) => share.toFixed(4))).toEqual(['0.5487', '0.4513']);
    expect(ratioAt(state)).toBeCloseTo(0.6256 / 0.3744, 3);
    // What they have together is as much as before, so that other models keep their share.
    const sum = MODELS.reduce((total, model) => total + state.byLead(model, 'temperature', PLACE)[36], 0);
    expect(sum).toBeCloseTo(1 / 1.46 ** 2 + 1 / 1.61 ** 2, 6);
  });

  it('of a region start from those of the world', () => {
    const world = weightFactors(MODELS, 'temperature', UNIT, sumsOf({ gfs: [1e9, 4], ifs: [1e9, 1] }));
    const region = weightFactors(
      MODELS,
      'temperature',
      UNIT,
      sumsOf({ gfs: [100, 1], ifs: [100, 1] }),
      world,
    );
    const none = weightFactors(MODELS, 'temperature', UNIT, { sources: [], sums: new Float64Array() }, world);
    expect([...none]).toEqual([...world]);
    const share = (factors: Float32Array) => {
      const [gfs, ifs] = [factors[3] / 1.46 ** 2, factors[LEAD_BINS.length + 3] / 1.61 ** 2];
      return ifs / (gfs + ifs);
    };
    expect(share(world)).toBeCloseTo(0.8, 5);
    // A quarter of 0.5, and three quarters of 0.8.
    expect(share(region)).toBeCloseTo(0.725, 5);
  });

  it('change without a jump from place to place, across 180 degrees and at the poles, and from hour to hour', () => {
    const random = generator(1);
    const regions = Array.from({ length: 648 }, (_, i) => i);
    const size = factorsOf(MODELS);
    const factors = Float32Array.from({ length: 649 * size }, () => 0.5 + random());
    const state = stateOf({ models: MODELS, regions, factors });
    const at = (latitude: number, longitude: number) =>
      state.byLead('ifs', 'pressure', { latitude, longitude });
    // Factors between 0.5 and 1.5 change by at most 1 within 10 degrees, to either side, or 5 degrees at a pole.
    const most = 0.01 * (2 / 10 + 1 / 5) * Math.max(...DOCUMENTED_WEIGHTS.byLead('ifs', 'pressure', PLACE));
    const steps = (one: ArrayLike<number>, other: ArrayLike<number>) =>
      Math.max(...Array.from(one, (weight, lead) => Math.abs(weight - other[lead])));
    let [ofPlaces, ofHours] = [0, 0];
    for (let i = 0; i < 2_000; i++) {
      const [latitude, longitude] = [180 * random() - 90, 360 * random() - 180];
      const here = at(latitude, longitude);
      const north = at(Math.min(latitude + 0.01, 90), longitude);
      const east = at(latitude, longitude + 0.01 > 180 ? longitude - 359.99 : longitude + 0.01);
      ofPlaces = Math.max(ofPlaces, steps(here, north), steps(here, east));
      ofHours = Math.max(ofHours, steps(here.slice(1), here.slice(0, -1)));
    }
    expect(ofPlaces).toBeLessThanOrEqual(most);
    // Six hours between the middles of the first bins.
    expect(ofHours).toBeLessThan(1 / 6);
    expect(ofHours).toBeGreaterThan(0.01);
    for (const pole of [-90, 90]) {
      const [one, other] = [-170, 33].map((longitude) => at(pole, longitude));
      one.forEach((weight, lead) => expect(weight).toBeCloseTo(other[lead], 10));
    }
    expect([...at(12, -180)]).toEqual([...at(12, 180)]);
  });

  it('have shares of regions that add up to 1, of which that of the own one is the largest', () => {
    const random = generator(2);
    for (let i = 0; i < 1_000; i++) {
      const [latitude, longitude] = [170 * random() - 85, 360 * random() - 180];
      const { regions, shares } = regionsAround(latitude, longitude);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
      expect(regions[shares.indexOf(Math.max(...shares))]).toBe(regionOf(latitude, longitude));
    }
  });
});

/** Stations with the same correction at all leads and hours, in tenths, unless told otherwise. */
function withStations(
  stations: { lat: number; lon: number; elevation?: number; tenths: number | ((place: number) => number) }[],
  content: Partial<StateContent> = {},
): VerificationState {
  const corrections = stations.flatMap(({ tenths }) =>
    Array.from({ length: STATION_CORRECTIONS }, (_, k) => (typeof tenths === 'number' ? tenths : tenths(k))),
  );
  return stateOf({
    stations: stations.map((_, i) => `S${i}`),
    positions: Float32Array.from(stations.flatMap(({ lat, lon, elevation = 0 }) => [lat, lon, elevation])),
    corrections: Int8Array.from(corrections),
    ...content,
  });
}
const at = (latitude: number, longitude: number, elevation = 0) => ({ latitude, longitude, elevation });

describe('corrections', () => {
  it('are those of the station at its place, and fade with distance and height', () => {
    const state = withStations([{ lat: 10, lon: 20, tenths: 25 }]);
    const value = (place: ReturnType<typeof at>) => state.correctionsAt(place)?.at('temperature', 20, 5) ?? 0;
    expect(value(at(10, 20))).toBeCloseTo(2.5, 6);
    // Half of 100 km, and half of 300 m.
    expect(value(at(10 + 50 / 111.195, 20))).toBeCloseTo(1.25, 2);
    expect(value(at(10, 20, 150))).toBeCloseTo(1.25, 6);
    expect(state.correctionsAt(at(11, 20))).toBeUndefined();
    expect(state.correctionsAt(at(10, 20, 301))).toBeUndefined();
    expect(state.correctionsAt(at(10, 20), true)).toBeUndefined();
    expect(state.correctionsAt(at(10, 20))!.stations('dewPoint')).toEqual([
      { id: 'S0', distanceKm: 0, weight: 1 },
    ]);
  });

  it('are interpolated between days ahead and hours of the day', () => {
    // The first day 1 K at 0 to 3 UTC, the second one 2 K; nothing else.
    const tenths = (k: number) =>
      k === correctionIndex(0, 0, 0) ? 10 : k === correctionIndex(0, 24, 0) ? 20 : 0;
    const corrections = withStations([{ lat: 10, lon: 20, tenths }]).correctionsAt(at(10, 20))!;
    // Since the start of a run that was 6 hours old when the forecast was issued.
    const value = (lead: number, hour: number) => corrections.at('temperature', lead + 6, hour);
    expect([0, 12, 24, 36, 48, 60, 200].map((lead) => value(lead, 1))).toEqual([1, 1, 1.5, 2, 1, 0, 0]);
    const hours = [22, 23, 0, 1, 2, 3, 4].map((hour) => value(12, hour).toFixed(3));
    expect(hours).toEqual(['0.000', '0.333', '0.667', '1.000', '0.667', '0.333', '0.000']);
    expect(corrections.at('dewPoint', 12, 1)).toBe(0);
  });

  it('from two days ahead on, are those of every third hour', () => {
    const tenths = (k: number) => (k === correctionIndex(0, 48, 0) ? 30 : 0);
    const corrections = withStations([{ lat: 10, lon: 20, tenths }]).correctionsAt(at(10, 20))!;
    const hours = [22, 23, 0, 1, 2, 3].map((hour) =>
      Number(corrections.at('temperature', 66, hour).toFixed(6)),
    );
    expect(hours).toEqual([1, 2, 3, 2, 1, 0]);
  });

  it('leave out all stations on the site of the one that is left out', () => {
    const [warm, cold] = [() => 20, () => -10];
    const state = withStations([
      { lat: 10, lon: 20, tenths: warm },
      { lat: 10.01, lon: 20, tenths: warm },
      { lat: 10.2, lon: 20, tenths: cold },
    ]);
    expect(state.correctionsAt(at(10, 20), true)!.stations('temperature')).toHaveLength(1);
    expect(state.correctionsAt(at(10, 20), true)!.at('temperature', 24, 1)).toBeLessThan(0);
  });

  it('never jump from place to place or from hour to hour, among stations that are dense in places', () => {
    const random = generator(3);
    const stations = Array.from({ length: 150 }, () => ({
      ...{ lat: 50 + 3 * random() ** 2, lon: 5 + 5 * random(), elevation: 200 * random() },
      tenths: () => Math.round(20 * random() - 10),
    }));
    const regions = [regionOf(51, 5), regionOf(51, 11)];
    const state = withStations(stations, { gatedRegions: regions, gates: [1, 1, 0, 1, 1, 0] });
    const value = (lat: number, lon: number, lead: number, hour: number) =>
      state.correctionsAt(at(lat, lon, 100))?.at('temperature', lead, hour) ?? 0;
    for (let i = 0; i < 2_000; i++) {
      const [lat, lon, lead] = [49 + 5 * random(), 4 + 7 * random(), Math.floor(130 * random())];
      const here = value(lat, lon, lead, lead % 24);
      // 11 metres further. Near a station, its share grows by at most some percents a kilometre.
      expect(Math.abs(value(lat + 1e-4, lon, lead, lead % 24) - here)).toBeLessThan(0.01);
      // At most 2 K in three hours, and 2 K in a day.
      expect(Math.abs(value(lat, lon, lead + 1, (lead + 1) % 24) - here)).toBeLessThan(2 / 3 + 2 / 24 + 1e-9);
    }
  });

  it('weigh nothing where they don’t help', () => {
    const region = regionOf(45, 5);
    const content = { gatedRegions: [region], gates: [1, 1, 0, 1] };
    const state = withStations([{ lat: 45, lon: 5, tenths: 25 }], content);
    const corrections = state.correctionsAt(at(45, 5))!;
    expect([corrections.at('temperature', 12, 1), corrections.at('dewPoint', 12, 1)]).toEqual([0, 2.5]);
    expect(corrections.stations('temperature')).toEqual([]);
  });

  it('weigh what they do in the world where nothing is known of the region', () => {
    const state = withStations([{ lat: 45, lon: 5, tenths: 25 }], { gates: [0, 0.5] });
    const { at: value } = state.correctionsAt(at(45, 5))!;
    expect([value('temperature', 12, 1), value('dewPoint', 12, 1)]).toEqual([0, 1.25]);
  });

  it('are found up to 100 km away, across 180 degrees', () => {
    const state = withStations([{ lat: 46, lon: 179.9, tenths: 25 }]);
    // A degree is 6,371 km × π / 180.
    const degrees = 99.9 / 111.1949;
    expect(state.correctionsAt(at(46 + degrees, 179.9))).toBeDefined();
    expect(state.correctionsAt(at(46, -179.9 + 0.5))).toBeDefined();
  });

  it('leave out stations without any', () => {
    const state = withStations([
      { lat: 10, lon: 20, tenths: (k) => (k < STATION_CORRECTIONS / 2 ? NO_CORRECTION : 30) },
      { lat: 10.1, lon: 20, tenths: 10 },
    ]);
    const corrections = state.correctionsAt(at(10, 20))!;
    expect(corrections.stations('temperature').map(({ id }) => id)).toEqual(['S1']);
    expect(corrections.stations('dewPoint').map(({ id }) => id)).toEqual(['S0', 'S1']);
  });
});

describe('widening', () => {
  it('is linear between the middles of the bins of lead times', () => {
    const state = stateOf({ widening: [1, 1, 1, 1.2, 1.4, 1.4, 1.6] });
    expect(
      [0, 18, 27, 36, 48, 60, 108, 300].map((lead) => Number(state.widening(lead + 6).toFixed(6))),
    ).toEqual([1, 1, 1.1, 1.2, 1.3, 1.4, 1.6, 1.6]);
  });
});

describe('the content', () => {
  it('is the same after it was stored, and equal content has equal bytes', async () => {
    const random = generator(5);
    const numbers = (length: number) => Float32Array.from({ length }, random);
    const content: StateContent = {
      ...{ models: MODELS, regions: [3, 200], factors: numbers(3 * factorsOf(MODELS)) },
      ...{ gatedRegions: [3], gates: [1, 0, 1, 1], widening: [1, 1, 1, 1.1, 1.2, 1.3, 2] },
      ...{ stations: ['KBOS', 'EDDF'], positions: numbers(6) },
      corrections: Int8Array.from({ length: 2 * STATION_CORRECTIONS }, () => Math.round(120 * random() - 60)),
    };
    const block = await packState(content);
    expect(await unpackState(block)).toEqual(content);
    expect((await packState({ ...content })).equals(block)).toBe(true);
  });
});
