/** Longest bit field that a single 32-bit load holds at any bit offset. */
export const MAXIMUM_LOADED_BITS = 25;

const PADDING_BYTES = 8;

/** Larger buffers are not kept for reuse. */
const MOST_KEPT_BYTES = 4 * 2 ** 20;

let kept = new Uint8Array(0);

/**
 * Copies octets, followed by zeros so that they can be read slightly past the end. The copy is valid until the next
 * call: fields are decoded one at a time, and an allocation per field would pile up until garbage collection.
 */
export function paddedView(octets: Uint8Array, paddingBytes = PADDING_BYTES): DataView {
  const lengthBytes = octets.length + paddingBytes;
  const copy = kept.length >= lengthBytes ? kept : new Uint8Array(lengthBytes);
  if (lengthBytes <= MOST_KEPT_BYTES) kept = copy;
  copy.set(octets);
  copy.fill(0, octets.length, lengthBytes);
  return new DataView(copy.buffer, 0, lengthBytes);
}

/** Reads consecutive unsigned big-endian bit fields. Callers must check for the end of the data. */
export class BitReader {
  constructor(
    private readonly view: DataView,
    public positionBits: number,
  ) {}

  /** Reads the next field, of 0 to 32 bits. */
  read(width: number): number {
    if (width > MAXIMUM_LOADED_BITS) return this.load(width - 16) * 65536 + this.load(16);
    return this.load(width);
  }

  private load(width: number): number {
    const position = this.positionBits;
    this.positionBits = position + width;
    // Two shifts, because a shift by 32 (for a width of 0) would leave the number unchanged.
    return ((this.view.getUint32(position >>> 3) << (position & 7)) >>> 1) >>> (31 - width);
  }
}
