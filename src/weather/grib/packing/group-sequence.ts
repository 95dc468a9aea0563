import { type Section } from '../sections/section.js';
import { BitReader } from './bit-reader.js';

/** Group parameters of templates 5.2 and 5.3. */
export interface GroupLayout {
  count: number;
  referenceBits: number;
  widthReference: number;
  widthBits: number;
  lengthReference: number;
  lengthIncrement: number;
  lastLength: number;
  lengthBits: number;
}

/**
 * Iterates over the groups of a section 7. After each next(), reference, width and length describe the current group.
 */
export class GroupSequence {
  reference = 0;
  width = 0;
  length = 0;
  /** Bit offset of the first group's numbers. */
  readonly dataBits: number;
  private readonly references: BitReader;
  private readonly widths: BitReader;
  private readonly lengths: BitReader;
  private remaining: number;
  private freeBits: number;

  /**
   * @param view the group descriptions and the packed numbers
   * @param availableBits bits of data in the view
   * @param data section 7, for error messages
   */
  constructor(
    view: DataView,
    availableBits: number,
    private readonly layout: GroupLayout,
    private readonly data: Section,
  ) {
    if (layout.widthBits > 32 || layout.lengthBits > 32) {
      throw data.error(
        `its groups have widths of ${layout.widthBits} and lengths of ${layout.lengthBits} bits`,
      );
    }
    // Each of the three lists is padded to whole octets.
    const widthsStart = wholeOctetsBits(layout.count * layout.referenceBits);
    const lengthsStart = widthsStart + wholeOctetsBits(layout.count * layout.widthBits);
    this.dataBits = lengthsStart + wholeOctetsBits(layout.count * layout.lengthBits);
    this.freeBits = availableBits - this.dataBits;
    this.remaining = layout.count;
    if (this.freeBits < 0) throw data.error(`it is too short to describe ${layout.count} groups`);
    this.references = new BitReader(view, 0);
    this.widths = new BitReader(view, widthsStart);
    this.lengths = new BitReader(view, lengthsStart);
  }

  /** Advances to the next group; returns false after the last. Throws a GribError if the group exceeds the section. */
  next(): boolean {
    if (this.remaining === 0) return false;
    const { layout } = this;
    this.remaining--;
    this.reference = this.references.read(layout.referenceBits);
    this.width = layout.widthReference + this.widths.read(layout.widthBits);
    const length = layout.lengthReference + layout.lengthIncrement * this.lengths.read(layout.lengthBits);
    this.length = this.remaining === 0 ? layout.lastLength : length;
    this.freeBits -= this.width * this.length;
    if (this.width > 32) throw this.data.error(`a group's numbers have ${this.width} bits, more than 32`);
    if (this.freeBits < 0) throw this.data.error('it ends before its last group');
    return true;
  }
}

/** Lists of numbers are padded to whole octets. */
export function wholeOctetsBits(bits: number): number {
  return Math.ceil(bits / 8) * 8;
}
