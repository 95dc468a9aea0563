/** Octets of unsigned numbers, each of a width in bits, one after the other; the last octet is filled with zeros. */
export function packedBits(numbers: [value: number, width: number][]): number[] {
  const bits = numbers
    .map(([value, width]) => (width === 0 ? '' : value.toString(2).padStart(width, '0')))
    .join('');
  const octets = bits.match(/.{1,8}/g) ?? [];
  return octets.map((octet) => parseInt(octet.padEnd(8, '0'), 2));
}
