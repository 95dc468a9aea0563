import { describe, expect, test } from '@jest/globals';
import { type MemberValues, statisticsOf } from '../../../../src/ingest/fields/member-fields.js';
import { MEMBER_STATISTICS } from '../../../../src/weather/meteo/ensemble/member-statistics.js';
import { quantise } from '../../../../src/store/format/quantise.js';

const AMOUNTS = MEMBER_STATISTICS.find(({ share }) => share)!;
const LEAST = 10;

/** Returns a member's amounts by cell, over a span that ends at 6 hours. */
const member = (spanStartHours: number, ...values: number[]): MemberValues => ({
  name: 'p01',
  identity: { statistic: 'amount', stepHours: 6, spanStartHours },
  values: Float32Array.from(values),
  lattice: { reference: 0, quantum: 0 },
});
const members = (count: number, make: (index: number) => MemberValues) =>
  Array.from({ length: count }, (_, index) => make(index));

function planesOf(all: MemberValues[]) {
  const { identity, planes } = statisticsOf(AMOUNTS, all, LEAST);
  return {
    identity,
    of: (name: string) => [...[...planes].find(([variable]) => variable === name)![1].values],
    planes,
  };
}

describe('statistics of members', () => {
  test('use the most common span, and its length', () => {
    // 0.4 mm counts as wet in three hours, but not in six.
    const { identity, of } = planesOf([
      ...members(12, (index) => member(3, index < 3 ? 0.4 : 0)),
      ...members(5, () => member(0, 0.4)),
    ]);
    expect(identity.spanStartHours).toBe(3);
    expect(of('precipitationProbability')).toEqual([25]);
    expect(of('precipitationP50')).toEqual([0]);
  });

  test('are missing if no span has enough members, even if all together are enough', () => {
    const { of } = planesOf([...members(9, () => member(3, 1)), ...members(5, () => member(0, 1))]);
    expect(of('precipitationProbability')).toEqual([NaN]);
    expect(of('precipitationP10')).toEqual([NaN]);
    expect(of('precipitationP90')).toEqual([NaN]);
  });

  test('use the members with a value in a cell if there are enough, at the usual precision', () => {
    const [first, second, third] = [11, 10, 9];
    const { of, planes } = planesOf(
      members(31, (index) =>
        member(
          3,
          index < first ? (index < 4 ? 1 : 0) : NaN,
          index < second ? (index < 1 ? 1 : 0) : NaN,
          index < third ? 1 : NaN,
          index < 17 ? 1 : 0,
        ),
      ),
    );
    const expected = [400 / 11, 10, NaN, 1700 / 31];
    of('precipitationProbability').forEach((share, cell) => {
      if (cell === 2) expect(share).toBeNaN();
      else expect(share).toBeCloseTo(expected[cell], 9);
    });
    expect(of('precipitationP50').slice(0, 4)).toEqual([0, 0, NaN, 1]);
    const { values, quantisation } = planes.get('precipitationProbability')!;
    const codes = new Uint16Array(4);
    const { reference, scale } = quantise(values, quantisation, codes);
    for (const cell of [0, 1, 3])
      expect(Math.abs(reference + scale * codes[cell] - expected[cell])).toBeLessThan(0.001);
  });
});
