const SLAB_BYTES = 2 ** 20;

let slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
let used = 0;

/**
 * Bytes with any content. Those of single points are cut from one larger piece of memory that goes with the last of them:
 * memory of its own costs each more than to read it.
 */
export function newBytes(length: number): Uint8Array {
  if (8 * length > SLAB_BYTES) return Buffer.allocUnsafeSlow(length);
  if (used + length > SLAB_BYTES) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
    used = 0;
  }
  const first = used;
  used += length;
  return new Uint8Array(slab.buffer, first, length);
}
