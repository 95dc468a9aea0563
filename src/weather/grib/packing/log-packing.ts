import { type Section } from '../sections/section.js';
import { type Packing } from './packing.js';
import { SimplePacking } from './simple-packing.js';

/** Template 5.61: the logarithms of the values in simple packing. The values lie on no lattice. */
export class LogPacking implements Packing {
  readonly template = 61;
  readonly referenceValue = 0;
  readonly quantum = 0;
  private readonly logarithms: SimplePacking;
  /** Was added to the values, so that all of them have a logarithm. */
  private readonly added: number;

  constructor(section: Section) {
    this.logarithms = new SimplePacking(section);
    this.added = section.float(21);
  }

  get bitsPerValue(): number {
    return this.logarithms.bitsPerValue;
  }

  unpack(data: Section, valueCount: number, room: () => Float64Array): Float64Array {
    const values = this.logarithms.unpack(data, valueCount, room);
    for (let index = 0; index < valueCount; index++) values[index] = Math.exp(values[index]) - this.added;
    return values;
  }

  unpackNumbers(data: Section, valueCount: number, room: () => Float64Array): Float64Array {
    return this.unpack(data, valueCount, room);
  }
}
