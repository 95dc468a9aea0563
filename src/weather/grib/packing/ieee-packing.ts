import { GribNotSupportedError } from '../grib-not-supported-error.js';
import { type Section } from '../sections/section.js';
import { type Packing } from './packing.js';

/** Octets of a number, by its precision (WMO code table 5.7). */
const NUMBER_OCTETS = new Map([
  [1, 4],
  [2, 8],
]);

/** Template 5.4: floating-point numbers, which lie on no lattice. */
export class IeeePacking implements Packing {
  readonly template = 4;
  readonly referenceValue = 0;
  readonly quantum = 0;
  readonly bitsPerValue = 0;
  private readonly octets: number;

  constructor(section: Section) {
    const precision = section.unsigned(12, 1);
    const octets = NUMBER_OCTETS.get(precision);
    if (octets === undefined) throw new GribNotSupportedError('5.7', precision);
    this.octets = octets;
  }

  unpack(data: Section, valueCount: number, room: () => Float64Array): Float64Array {
    const bytes = data.bytesFrom(6);
    const { octets } = this;
    if (bytes.length < valueCount * octets)
      throw data.error(`its ${bytes.length} octets cannot hold ${valueCount} values of ${octets} octets`);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const values = room();
    for (let index = 0; index < valueCount; index++)
      values[index] = octets === 4 ? view.getFloat32(4 * index) : view.getFloat64(8 * index);
    return values;
  }

  unpackNumbers(data: Section, valueCount: number, room: () => Float64Array): Float64Array {
    return this.unpack(data, valueCount, room);
  }
}
