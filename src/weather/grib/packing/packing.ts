import { type Section } from '../sections/section.js';

/** How a field's values are packed: a template of section 5, and the decoding of section 7 by it. */
export interface Packing {
  /** WMO code table 5.0. */
  readonly template: number;
  /** Value of the packed number 0, in the field's unit. */
  readonly referenceValue: number;
  /** Difference between the values of consecutive packed numbers, in the field's unit; 0 if they lie on no lattice. */
  readonly quantum: number;
  /** Bits of a packed number; for templates 5.2 and 5.3, of a group's reference. 0 may mean a constant field, or floating-point numbers. */
  readonly bitsPerValue: number;

  /**
   * Unpacks the values of section 7.
   * @param data section 7
   * @param valueCount number of values, from section 5
   * @param room returns an array of at least valueCount entries; called once the data are known to fill them
   * @returns that array: its first valueCount entries are the values in file order, NaN where missing, and the rest is
   *   space for a bit map to spread them
   * @throws {GribError} if section 7 cannot hold them
   */
  unpack(data: Section, valueCount: number, room: () => Float64Array): Float64Array;

  /**
   * Like `unpack`, but returns the packed numbers: value = referenceValue + number * quantum. Without a lattice, these
   * are the values.
   */
  unpackNumbers(data: Section, valueCount: number, room: () => Float64Array): Float64Array;
}
