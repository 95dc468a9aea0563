import { GribError } from '../grib-error.js';

/**
 * One section of a message, addressed by the octet numbers of the WMO manual (the first octet is 1). Every access is
 * checked against the section's length.
 */
export class Section {
  /**
   * @param number the section's number, 0 to 8
   * @param octets exactly the section's octets, its length and number included
   * @param messageOffsetBytes where the message begins in the input, for error messages
   */
  constructor(
    readonly number: number,
    private readonly octets: DataView,
    private readonly messageOffsetBytes: number,
  ) {}

  get lengthBytes(): number {
    return this.octets.byteLength;
  }

  unsigned(octet: number, size: 1 | 2 | 4): number {
    this.demand(octet, size);
    if (size === 1) return this.octets.getUint8(octet - 1);
    return size === 2 ? this.octets.getUint16(octet - 1) : this.octets.getUint32(octet - 1);
  }

  /** A sign-magnitude integer (regulation 92.1.5): the highest bit is the sign. */
  signed(octet: number, size: 1 | 2 | 4): number {
    const value = this.unsigned(octet, size);
    const sign = 2 ** (8 * size - 1);
    return value < sign ? value : sign - value;
  }

  /** An IEEE single precision number. */
  float(octet: number): number {
    this.demand(octet, 4);
    return this.octets.getFloat32(octet - 1);
  }

  /** The octets from the given one to the section's end; empty if the section ends before it. */
  bytesFrom(octet: number): Uint8Array {
    const start = Math.min(octet - 1, this.lengthBytes);
    return new Uint8Array(this.octets.buffer, this.octets.byteOffset + start, this.lengthBytes - start);
  }

  /** Throws a GribError if the section is shorter than its template. */
  requireLength(octets: number): void {
    this.demand(octets, 1);
  }

  /** Creates an error that names this section. */
  error(fault: string, options?: ErrorOptions): GribError {
    return new GribError(
      `Message at byte ${this.messageOffsetBytes}, section ${this.number}: ${fault}`,
      options,
    );
  }

  private demand(octet: number, size: number): void {
    const last = octet + size - 1;
    if (last > this.lengthBytes) {
      throw this.error(`octet ${last} is needed, but the section has only ${this.lengthBytes}`);
    }
  }
}
