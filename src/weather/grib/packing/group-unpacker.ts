import { BitReader, MAXIMUM_LOADED_BITS } from './bit-reader.js';
import { type Scale } from './scale.js';
import { type SpatialDifferencing } from './spatial-differencing.js';

/**
 * Unpacks groups of numbers into values in one pass: loads the bits, adds the group's reference, sums up the
 * differences and scales. The sums are doubles, exact to 2^53, so no field overflows them.
 */
export class GroupUnpacker {
  private index = 0;
  private firstValuesUsed = 0;
  /** The last number that is not missing, and its difference from the one before it. */
  private number = 0;
  private difference = 0;

  /**
   * @param view the packed numbers
   * @param positionBits where the first group's numbers begin
   * @param values receives the values
   * @param missingCodes how many of the highest codes mean a missing value: 0, 1 or 2
   */
  constructor(
    private readonly view: DataView,
    private positionBits: number,
    private readonly values: Float64Array,
    private readonly scale: Scale,
    private readonly differencing: SpatialDifferencing,
    private readonly missingCodes: number,
  ) {}

  /** Unpacks the next group. Its bits must lie inside the view, and its values inside the array. */
  unpack(reference: number, width: number, length: number): void {
    const end = this.index + length;
    const { order, bias, firstValues } = this.differencing;
    if (this.isMissing(reference, width)) {
      this.values.fill(NaN, this.index, end);
      this.index = end;
      return;
    }
    // The first one or two values are stored in place of their differences.
    while (this.firstValuesUsed < firstValues.length && this.index < end) this.unpackFirst(width);
    if (this.missingCodes > 0 || width > MAXIMUM_LOADED_BITS) this.unpackCarefully(reference, width, end);
    else if (order === 0) this.unpackNumbers(reference, width, end);
    else if (order === 1) this.unpackDifferences(reference + bias, width, end);
    else this.unpackSecondDifferences(reference + bias, width, end);
  }

  /** In a group of width 0 the reference itself may be a missing code. */
  private isMissing(reference: number, width: number): boolean {
    return this.missingCodes > 0 && width === 0 && reference >= 2 ** this.scale.bits - this.missingCodes;
  }

  /** Unpacks numbers of any width and order, with missing codes. */
  private unpackCarefully(reference: number, width: number, end: number): void {
    const { values, scale } = this;
    const { order, bias } = this.differencing;
    const reader = new BitReader(this.view, this.positionBits);
    const firstMissingCode = width > 0 && this.missingCodes > 0 ? 2 ** width - this.missingCodes : Infinity;
    const offset = reference + bias;
    const keepsNumber = order > 0 ? 1 : 0;
    const keepsDifference = order > 1 ? 1 : 0;
    let { number, difference } = this;
    for (let index = this.index; index < end; index++) {
      const code = reader.read(width);
      if (code >= firstMissingCode) {
        values[index] = NaN;
        continue;
      }
      difference = difference * keepsDifference + offset + code;
      number = number * keepsNumber + difference;
      values[index] = scale.value(number);
    }
    this.number = number;
    this.difference = difference;
    this.advance(end, reader.positionBits);
  }

  /** Unpacks the next of the first values, or a missing value if its code says so. */
  private unpackFirst(width: number): void {
    const code = new BitReader(this.view, this.positionBits).read(width);
    const isMissing = this.missingCodes > 0 && width > 0 && code >= 2 ** width - this.missingCodes;
    if (!isMissing) {
      const number = this.differencing.firstValues[this.firstValuesUsed++];
      this.difference = number - this.number;
      this.number = number;
    }
    this.values[this.index] = isMissing ? NaN : this.scale.value(this.number);
    this.advance(this.index + 1, this.positionBits + width);
  }

  private unpackNumbers(reference: number, width: number, end: number): void {
    const { view, values, scale } = this;
    let position = this.positionBits;
    for (let index = this.index; index < end; index++) {
      const code = ((view.getUint32(position >>> 3) << (position & 7)) >>> 1) >>> (31 - width);
      position += width;
      values[index] = scale.value(reference + code);
    }
    this.advance(end, position);
  }

  private unpackDifferences(offset: number, width: number, end: number): void {
    const { view, values, scale } = this;
    let position = this.positionBits;
    let number = this.number;
    for (let index = this.index; index < end; index++) {
      const code = ((view.getUint32(position >>> 3) << (position & 7)) >>> 1) >>> (31 - width);
      position += width;
      number += offset + code;
      values[index] = scale.value(number);
    }
    this.number = number;
    this.advance(end, position);
  }

  private unpackSecondDifferences(offset: number, width: number, end: number): void {
    const { view, values, scale } = this;
    let position = this.positionBits;
    let number = this.number;
    let difference = this.difference;
    for (let index = this.index; index < end; index++) {
      const code = ((view.getUint32(position >>> 3) << (position & 7)) >>> 1) >>> (31 - width);
      position += width;
      difference += offset + code;
      number += difference;
      values[index] = scale.value(number);
    }
    this.number = number;
    this.difference = difference;
    this.advance(end, position);
  }

  private advance(index: number, positionBits: number): void {
    this.index = index;
    this.positionBits = positionBits;
  }
}
