import { describe, expect, it } from '@jest/globals';
import { quantise, writeCodes } from '../../../../src/store/format/quantise.js';

function codesOf(values: number[], lattice: { reference: number; quantum: number }) {
  const codes = new Uint16Array(values.length);
  const quantisation = quantise(Float64Array.from(values), lattice, codes);
  return { ...quantisation, codes: [...codes] };
}

describe('quantise', () => {
  it('keeps the lattice of the source', () => {
    const lattice = { reference: 233.1, quantum: 0.1 };
    const values = [233.1, 233.1 + 1234 * 0.1, 233.1 + 65_534 * 0.1];
    expect(codesOf(values, lattice)).toEqual({ reference: 233.1, scale: 0.1, codes: [0, 1234, 65_534] });
  });

  it('codes a missing value as 65535', () => {
    expect(codesOf([1, NaN, 2], { reference: 0, quantum: 1 }).codes).toEqual([1, 65_535, 2]);
  });

  it('shifts the origin along the lattice if codes would be negative or too large', () => {
    expect(codesOf([-3, 0, 4], { reference: 0, quantum: 1 })).toEqual({
      reference: -3,
      scale: 1,
      codes: [0, 3, 7],
    });
    expect(codesOf([70_000, 70_002], { reference: 0, quantum: 1 })).toEqual({
      reference: 70_000,
      scale: 1,
      codes: [0, 2],
    });
  });

  it('scales a range of more than 65,535 lattice points to the codes', () => {
    expect(codesOf([0, 65_534, 131_068], { reference: 0, quantum: 1 })).toEqual({
      reference: 0,
      scale: 2,
      codes: [0, 32_767, 65_534],
    });
  });

  it('scales values off the lattice to their range', () => {
    const { reference, scale, codes } = codesOf([0, 0.35, 1], { reference: 0, quantum: 0.1 });
    expect(reference).toBe(0);
    expect(scale).toBeCloseTo(1 / 65_534, 15);
    expect(reference + scale * codes[1]).toBeCloseTo(0.35, 4);
    expect(codes[2]).toBe(65_534);
  });

  it('works without a lattice', () => {
    expect(codesOf([5, 5, 5], { reference: 0, quantum: 0 })).toEqual({
      reference: 5,
      scale: 1,
      codes: [0, 0, 0],
    });
  });

  it('accepts a field without any values', () => {
    expect(codesOf([NaN, NaN], { reference: 9, quantum: 0 }).codes).toEqual([65_535, 65_535]);
  });

  it('rejects infinite values', () => {
    const lattice = { reference: 0, quantum: 1 };
    expect(() => codesOf([1, Infinity], lattice)).toThrow('infinite');
    expect(() => codesOf([-Infinity, -Infinity], lattice)).toThrow('infinite');
  });
});

describe('writeCodes', () => {
  const M = NaN;

  it.each([
    ['numbers that are codes', [0, 1, 40_000, 65_534]],
    ['missing ones', [3, M, 0]],
    ['the number that stands for a missing one', [1, 65_535, 2]],
    ['negative numbers', [1, -1, 2]],
    ['numbers that 32 bits do not hold', [1, 2 ** 32 + 1, 2]],
    ['numbers of which none is there', [M, M]],
  ])('handles %s like quantise, or not at all', (_, numbers) => {
    const codes = new Uint16Array(numbers.length);
    const areCodes = writeCodes(Float64Array.from(numbers), codes) !== undefined;
    const lattice = { reference: 0, quantum: 1 };
    const expected = codesOf(numbers, lattice);
    const isLattice = expected.reference === 0 && expected.scale === 1 && !numbers.every(Number.isNaN);
    expect(areCodes).toBe(isLattice);
    if (areCodes) expect([...codes]).toEqual(expected.codes);
  });

  it.each<[string, number[], boolean]>([
    ['within the range', [100.5, 250].map(Math.ceil), true],
    ['below it', [100, 250], false],
    ['above it', [101, 251], false],
    ['within it, with gaps', [101, M], false],
  ])('says that codes need a second look unless they are %s', (_, numbers, isBelieved) => {
    const codes = new Uint16Array(numbers.length);
    expect(writeCodes(Float64Array.from(numbers), codes, { first: 100.5, last: 250.9 })).toBe(isBelieved);
    expect([...codes]).toEqual(numbers.map((number) => (Number.isNaN(number) ? 65_535 : number)));
  });
});
