import {
  type MemberStatistics,
  QUANTILE_PERCENTS,
  type Statistic,
  type VariableName,
  quantileOf,
  sortFirst,
} from '../../weather/meteo/index.js';
import type { Plane } from '../../store/format/index.js';
import type { PlaneIdentity } from '../../store/write/index.js';

/** A member's values at a step, one for each cell; NaN where missing. */
export interface MemberValues {
  name: string;
  identity: Omit<PlaneIdentity, 'variable'>;
  values: Float32Array;
  /** The lattice of the values, apart from their rounding. */
  lattice: Plane['quantisation'];
  /** The other component of a vector. */
  second?: Float32Array;
}

/** The planes computed from the members at a step. */
export interface Reduced {
  identity: MemberValues['identity'];
  planes: Map<VariableName, Pick<Plane, 'values' | 'quantisation'> & { statistic: Statistic }>;
}

/** Relative tolerance for the threshold of a share: values are stored with about seven digits. */
const ROUNDING = 1e-6;
/** The largest effect of that rounding on a value, in quanta of its lattice. */
const ROUNDING_QUANTA = 0.01;
const NO_LATTICE: Plane['quantisation'] = { reference: 0, quantum: 0 };

/**
 * Computes the planes from the members that share the most common span. A member that lacks a step has a longer span at
 * the next one.
 *
 * @param members at least one
 * @param leastMembers a cell with values of fewer members is missing
 */
export function statisticsOf(
  { of, quantiles, share }: MemberStatistics,
  members: readonly MemberValues[],
  leastMembers: number,
): Reduced {
  const alike = mostAlike(members);
  const { identity } = alike[0];
  const fields = alike.map(({ values, second }) => (of.length > 1 ? lengths(values, second!) : values));
  const planes: Reduced['planes'] = new Map();
  if (share) {
    const hours = Number(identity.stepHours) - identity.spanStartHours!;
    const values = sharesAtLeast(fields, share.leastInHour * hours, leastMembers);
    planes.set(share.variable, {
      values,
      quantisation: { reference: 0, quantum: 100 / fields.length },
      statistic: 'mean',
    });
  }
  const quantisation = of.length > 1 ? NO_LATTICE : finestLattice(alike);
  quantilesOf(fields, leastMembers).forEach((values, place) => {
    const kept = quantisation.quantum > 0 ? putOnLattice(values, quantisation) : quantisation;
    planes.set(quantiles[place], { values, quantisation: kept, statistic: identity.statistic });
  });
  return { identity, planes };
}

function mostAlike(members: readonly MemberValues[]): MemberValues[] {
  const bySpan = [...Map.groupBy(members, ({ identity }) => identity.spanStartHours).values()];
  return bySpan.reduce((most, group) => (group.length > most.length ? group : most));
}

/**
 * Returns the finest of the members' lattices: the values of all members that have one lie on it. A field with a single
 * value has none.
 */
function finestLattice(members: readonly MemberValues[]): Plane['quantisation'] {
  const lattices = members.map(({ lattice }) => lattice).filter(({ quantum }) => quantum > 0);
  return lattices.reduce(
    (finest, other) => (other.quantum < finest.quantum ? other : finest),
    lattices[0] ?? NO_LATTICE,
  );
}

/**
 * Moves all values onto a lattice, or none. A quantile that equals a member's value lies on the members' lattice, one
 * between two members on a lattice that is ten times as fine: QUANTILE_PERCENTS are multiples of ten.
 *
 * @returns the lattice that the values now lie on; the members' lattice if they lie on neither
 */
function putOnLattice(values: Float64Array, lattice: Plane['quantisation']): Plane['quantisation'] {
  const { reference } = lattice;
  for (const quantum of [lattice.quantum, lattice.quantum / 10]) {
    const onLattice = values.map((value) => reference + Math.round((value - reference) / quantum) * quantum);
    const isOff = (value: number, cell: number) =>
      Math.abs(value - onLattice[cell]) >= ROUNDING_QUANTA * lattice.quantum;
    if (values.some(isOff)) continue;
    values.set(onLattice);
    return { reference, quantum };
  }
  return lattice;
}

/** Returns for each cell the percentage of fields with at least `least`; NaN where too few have a value. */
function sharesAtLeast(fields: readonly Float32Array[], least: number, leastMembers: number): Float64Array {
  const threshold = least * (1 - ROUNDING);
  const cells = fields[0].length;
  const [reached, present] = [new Uint8Array(cells), new Uint8Array(cells)];
  for (const field of fields) {
    for (let cell = 0; cell < cells; cell++) {
      const value = field[cell];
      if (value >= threshold) reached[cell]++;
      if (value === value) present[cell]++;
    }
  }
  return Float64Array.from(reached, (count, cell) =>
    present[cell] >= leastMembers ? (100 * count) / present[cell] : NaN,
  );
}

/** Returns one field for each of QUANTILE_PERCENTS; NaN where too few members have a value. */
function quantilesOf(fields: readonly Float32Array[], leastMembers: number): Float64Array[] {
  const cells = fields[0].length;
  const quantiles = QUANTILE_PERCENTS.map(() => new Float64Array(cells));
  const values = new Float32Array(fields.length);
  for (let cell = 0; cell < cells; cell++) {
    let count = 0;
    for (const field of fields) {
      const value = field[cell];
      if (value === value) values[count++] = value;
    }
    if (count < leastMembers) count = 0;
    sortFirst(values, count);
    for (let k = 0; k < quantiles.length; k++)
      quantiles[k][cell] = quantileOf(values, count, QUANTILE_PERCENTS[k] / 100);
  }
  return quantiles;
}

/** Computes the lengths of vectors, in the array of the first component. */
function lengths(first: Float32Array, second: Float32Array): Float32Array {
  for (let cell = 0; cell < first.length; cell++) first[cell] = Math.hypot(first[cell], second[cell]);
  return first;
}
