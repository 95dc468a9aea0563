/** Longest bit field that a single 32-bit load holds at any bit offset. */
export const MAXIMUM_LOADED_BITS = 25;

const PADDING_BYTES = 8;

/** Of more than this the memory is not kept. */
const MOST_KEPT_BYTES = 4 * 2 ** 20;

let kept = new Uint8Array(0);

/**
 * A copy of the octets that may be read a little beyond its end, where it continues with zeros. It holds until the next
 * one is made: fields come one after the other, and memory of its own for each would pile up until it is collected.
 */
export function paddedView(octets: Uint8Array, paddingBytes = PADDING_BYTES): DataView {
  const lengthBytes = octets.length + paddingBytes;
  const copy = kept.length >= lengthBytes ? kept : new Uint8Array(lengthBytes);
  if (lengthBytes <= MOST_KEPT_BYTES) kept = copy;
  copy.set(octets);
  copy.fill(0, octets.length, lengthBytes);
  return new DataView(copy.buffer, 0, lengthBytes);
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
