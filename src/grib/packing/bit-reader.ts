/** Longest bit field that a single 32-bit load holds at any bit offset. */
export const MAXIMUM_LOADED_BITS = 25;

const PADDING_BYTES = 8;

/** A copy of the octets that may be read a little beyond its end, where it continues with zeros. */
export function paddedView(octets: Uint8Array, paddingBytes = PADDING_BYTES): DataView {
  const copy = new Uint8Array(octets.length + paddingBytes);
  copy.set(octets);
  return new DataView(copy.buffer);
}

/** Reads unsigned big-endian bit fields one after the other. It does not check the end: its users do. */
export class BitReader {
  constructor(
    private readonly view: DataView,
    public positionBits: number,
  ) {}

  /** The next field of 0 to 32 bits. */
  read(width: number): number {
    if (width > MAXIMUM_LOADED_BITS) return this.load(width - 16) * 65536 + this.load(16);
    return this.load(width);
  }

  private load(width: number): number {
    const position = this.positionBits;
    this.positionBits = position + width;
    // Two shifts, because a shift by 32 (for a width of 0) would leave the number as it is.
    return ((this.view.getUint32(position >>> 3) << (position & 7)) >>> 1) >>> (31 - width);
  }
}
