import { expect, test } from '@jest/globals';
import { MEMBER_STATISTICS } from '../../../../src/weather/meteo/ensemble/member-statistics.js';
import { quantise } from '../../../../src/store/format/quantise.js';
import { type MemberValues, statisticsOf } from '../../../../src/ingest/fields/member-fields.js';

const TEMPERATURE = MEMBER_STATISTICS.find(({ of: [first] }) => first === 'temperature2m')!;

const LEAST_MEMBERS = 10;

/** Members of one cell, packed like GEFS's temperatures: in tenths of a kelvin above the lowest value of each field. */
function membersOf(values: readonly number[]): MemberValues[] {
  return values.map((value, member) => ({
    name: String(member),
    identity: { statistic: 'instant', stepHours: 3 },
    values: Float32Array.of(value),
    lattice: { reference: 205.3 + member, quantum: 0.1 },
  }));
}

/** What the store keeps of P10, P50 and P90. */
function keptOf(values: readonly number[]): { value: number; scale: number }[] {
  return [...statisticsOf(TEMPERATURE, membersOf(values), LEAST_MEMBERS).planes.values()].map((plane) => {
    const codes = new Uint16Array(1);
    const { reference, scale } = quantise(plane.values, plane.quantisation, codes);
    return { value: reference + codes[0] * scale, scale };
  });
}

const tenths = (count: number) => Array.from({ length: count }, (_, i) => (2700 + 7 * i) / 10);

test('a quantile that equals one of 31 members is stored at the precision of the source', () => {
  const kept = keptOf(tenths(31));
  expect(kept.map(({ scale }) => scale)).toEqual([0.1, 0.1, 0.1]);
  // Of 270.0, 270.7, ... those at indexes 3, 15 and 27.
  for (const [index, expected] of [272.1, 280.5, 288.9].entries())
    expect(kept[index].value).toBeCloseTo(expected, 9);
});

test('a quantile between two members is stored at a tenth of the source’s quantum', () => {
  const kept = keptOf(tenths(30));
  for (const { scale } of kept) expect(scale).toBeCloseTo(0.01, 12);
  // At indexes 2.9, 14.5 and 26.1.
  for (const [index, expected] of [272.03, 280.15, 288.27].entries())
    expect(kept[index].value).toBeCloseTo(expected, 9);
});

test('a constant field doesn’t affect the lattice', () => {
  const members = membersOf(tenths(31));
  members[0].lattice = { reference: 270, quantum: 0 };
  const { planes } = statisticsOf(TEMPERATURE, members, LEAST_MEMBERS);
  expect([...planes.values()].map(({ quantisation }) => quantisation.quantum)).toEqual([0.1, 0.1, 0.1]);
});
