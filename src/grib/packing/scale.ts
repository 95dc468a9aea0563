import { type Section } from '../sections/section.js';

/** Turns packed numbers into values: value = (R + packed * 2^E) * 10^-D, as WMO regulation 92.9.4 has it. */
export class Scale {
  private constructor(
    private readonly reference: number,
    private readonly binary: number,
    private readonly decimal: number,
    readonly bits: number,
  ) {}

  /** Reads R, E, D and the number of bits, which templates 5.0, 5.2, 5.3 and 5.42 keep in octets 12 to 20. */
  static read(section: Section): Scale {
    const binaryExponent = section.signed(16, 2);
    const decimalExponent = section.signed(18, 2);
    const bits = section.unsigned(20, 1);
    const scale = new Scale(section.float(12), 2 ** binaryExponent, 10 ** -decimalExponent, bits);
    if (!Number.isFinite(scale.referenceValue) || !Number.isFinite(scale.quantum)) {
      throw section.error(
        `with scale factors ${binaryExponent} and ${decimalExponent} its values are not finite`,
      );
    }
    if (bits > 32) throw section.error(`its packed numbers have ${bits} bits, more than 32`);
    return scale;
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

  /**
   * The scale for templates 5.0 and 5.42. There, 0 bits mean a constant field whose value is R itself, not R * 10^-D:
   * so its writers (ecCodes, NCEP's g2 library) mean it, and so ecCodes reads it.
   */
  withConstantUnscaled(): Scale {
    return this.bits === 0 ? new Scale(this.reference, this.binary, 1, 0) : this;
  }
}
