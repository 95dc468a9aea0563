import { type Section } from '../sections/section.js';

const FIRST_DATA_OCTET = 6;
const MAXIMUM_OCTETS = 6;

/** The beginning of section 7 of template 5.3: the undifferenced first values, and the minimum difference. */
export class SpatialDifferencing {
  private constructor(
    /** Order of the differences: 0 (none, template 5.2), 1 or 2. */
    readonly order: number,
    /** The first one or two undifferenced packed numbers, which are unsigned. */
    readonly firstValues: number[],
    /** The minimum of all differences, which was subtracted from each of them. */
    readonly bias: number,
    readonly lengthOctets: number,
  ) {}

  /** Reads order + 1 numbers (none for order 0) of `octets` octets each. With 0 octets, all of them are 0. */
  static read(data: Section, order: number, octets: number): SpatialDifferencing {
    if (octets > MAXIMUM_OCTETS)
      throw data.error(`its first values have ${octets} octets, more than ${MAXIMUM_OCTETS}`);
    const numbers: number[] = [];
    const count = order === 0 ? 0 : order + 1;
    for (let index = 0; index < count; index++) {
      let number = 0;
      for (let octet = 0; octet < octets; octet++) {
        number = number * 256 + data.unsigned(FIRST_DATA_OCTET + index * octets + octet, 1);
      }
      numbers.push(number);
    }
    const bias = numbers.pop() ?? 0;
    const sign = 2 ** (8 * octets - 1);
    return new SpatialDifferencing(order, numbers, bias < sign ? bias : sign - bias, count * octets);
  }
}
