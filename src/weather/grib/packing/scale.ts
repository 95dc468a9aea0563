import { type Section } from '../sections/section.js';

/** Converts packed numbers to values: value = (R + packed * 2^E) * 10^-D (WMO regulation 92.9.4). */
export class Scale {
  private constructor(
    private readonly reference: number,
    private readonly binary: number,
    private readonly decimal: number,
    readonly bits: number,
  ) {}

  /**
   * Reads R, E, D and the number of bits, which templates 5.0, 5.2, 5.3, 5.40, 5.41 and 5.42 keep in octets 12 to 20.
   * @param isConstantWithoutBits whether 0 bits mean a constant field (all but 5.2 and 5.3). Its value is R itself, not
   *   R * 10^-D: ecCodes and NCEP's g2 library write it that way, and ecCodes reads it that way.
   */
  static read(section: Section, isConstantWithoutBits: boolean): Scale {
    const bits = section.unsigned(20, 1);
    const isUnscaled = bits === 0 && isConstantWithoutBits;
    const binaryExponent = section.signed(16, 2);
    const decimalExponent = isUnscaled ? 0 : section.signed(18, 2);
    const scale = new Scale(section.float(12), 2 ** binaryExponent, Number(`1e${-decimalExponent}`), bits);
    if (!Number.isFinite(scale.value(isUnscaled ? 0 : Number.MAX_SAFE_INTEGER))) {
      throw section.error(
        `with scale factors ${binaryExponent} and ${decimalExponent} its values are not finite`,
      );
    }
    if (bits > 32) throw section.error(`its packed numbers have ${bits} bits, more than 32`);
    return scale;
  }

  /** A scale whose values are the packed numbers themselves. */
  get unscaled(): Scale {
    return new Scale(0, 1, 1, this.bits);
  }

  get referenceValue(): number {
    return this.reference * this.decimal;
  }

  get quantum(): number {
    return this.binary * this.decimal;
  }

  value(packed: number): number {
    return (packed * this.binary + this.reference) * this.decimal;
  }
}
