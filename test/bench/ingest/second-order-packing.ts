/** Length of the groups of a field's numbers. */
const GROUP_LENGTH = 32;
const DESCRIPTOR_OCTETS = 4;

/** The parameters of a field packed with template 5.3, and the packed numbers. */
export interface PackedNumbers {
  groupCount: number;
  referenceBits: number;
  widthBits: number;
  lastLength: number;
  descriptorOctets: number;
  groupLength: number;
  /** Section 7 without its first five octets. */
  data: Uint8Array;
}

/** Packs integers as second-order differences (WMO template 5.3, order 2) in groups of equal length. */
export function packSecondOrder(numbers: Int32Array): PackedNumbers {
  const { differences, bias } = secondDifferences(numbers);
  const groupCount = Math.ceil(differences.length / GROUP_LENGTH);
  const references = new Uint32Array(groupCount);
  const widths = new Uint8Array(groupCount);
  for (let group = 0; group < groupCount; group++) {
    const members = differences.subarray(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH);
    let least = members[0];
    let most = members[0];
    for (const member of members) {
      if (member < least) least = member;
      if (member > most) most = member;
    }
    references[group] = least;
    widths[group] = 32 - Math.clz32(most - least);
  }
  const referenceBits = 32 - Math.clz32(references.reduce((a, b) => Math.max(a, b), 0));
  const widthBits = 5;
  const bits = new BitWriter(4 * numbers.length + 16 * groupCount + 64);
  for (const descriptor of [numbers[0], numbers[1], bias < 0 ? 0x80000000 - bias : bias]) {
    bits.write(descriptor >>> 16, 16);
    bits.write(descriptor & 0xffff, 16);
  }
  for (const reference of references) bits.write(reference, referenceBits);
  bits.pad();
  for (const width of widths) bits.write(width, widthBits);
  bits.pad();
  for (let i = 0; i < differences.length; i++) {
    const group = Math.floor(i / GROUP_LENGTH);
    bits.write(differences[i] - references[group], widths[group]);
  }
  bits.pad();
  return {
    groupCount,
    referenceBits,
    widthBits,
    lastLength: differences.length - (groupCount - 1) * GROUP_LENGTH,
    descriptorOctets: DESCRIPTOR_OCTETS,
    groupLength: GROUP_LENGTH,
    data: bits.finish(),
  };
}

/** The differences minus their minimum, with 0 in place of the first two. */
function secondDifferences(numbers: Int32Array): { differences: Int32Array; bias: number } {
  const differences = new Int32Array(numbers.length);
  let bias = Infinity;
  for (let i = 2; i < numbers.length; i++) {
    differences[i] = numbers[i] - 2 * numbers[i - 1] + numbers[i - 2];
    if (differences[i] < bias) bias = differences[i];
  }
  for (let i = 2; i < numbers.length; i++) differences[i] -= bias;
  return { differences, bias };
}

/** Writes big-endian bit fields of up to 24 bits, one after the other. */
export class BitWriter {
  private readonly octets: Uint8Array;
  private position = 0;
  private held = 0;
  private heldBits = 0;

  constructor(capacityOctets: number) {
    this.octets = new Uint8Array(capacityOctets);
  }

  write(number: number, bits: number): void {
    this.held = (this.held << bits) | number;
    this.heldBits += bits;
    while (this.heldBits >= 8) {
      this.heldBits -= 8;
      this.octets[this.position++] = this.held >>> this.heldBits;
    }
    this.held &= (1 << this.heldBits) - 1;
  }

  /** Pads to a whole octet. */
  pad(): void {
    if (this.heldBits > 0) this.write(0, 8 - this.heldBits);
  }

  finish(): Uint8Array {
    return this.octets.subarray(0, this.position);
  }
}
