const SLAB_BYTES = 2 ** 20;

let slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
let used = 0;

/**
 * Returns uninitialized bytes. Small pieces, as for single points, are cut from a shared slab, which is freed with the
 * last of them: allocating each one would cost more than reading it.
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
