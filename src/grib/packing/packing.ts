import { type Section } from '../sections/section.js';

/** How the values of one field are packed: a template of section 5, and the reading of section 7 by it. */
export interface Packing {
  /** WMO code table 5.0. */
  readonly template: number;
  /** Value of the packed number 0, in the field's unit. */
  readonly referenceValue: number;
  /** Distance between neighbouring packed numbers, in the field's unit. */
  readonly quantum: number;
  /** Bits of a packed number; for templates 5.2 and 5.3 of a group's reference. 0 may mean a constant field. */
  readonly bitsPerValue: number;

  /**
   * Unpacks the values of section 7.
   * @param data section 7
   * @param valueCount how many values it holds, as section 5 says
   * @param room gives an array of at least valueCount entries, once the data are known to fill them
   * @returns that array: its first valueCount entries are the values in file order, NaN for missing ones, and the rest
   *   is room for a bit map to spread them
   * @throws {GribError} if section 7 cannot hold them
   */
  unpack(data: Section, valueCount: number, room: () => Float64Array): Float64Array;

  /** The same, with the packed numbers in place of the values: value = referenceValue + number * quantum. */
  unpackNumbers(data: Section, valueCount: number, room: () => Float64Array): Float64Array;
}
