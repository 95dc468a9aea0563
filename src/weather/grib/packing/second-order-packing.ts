import { GribNotSupportedError } from '../grib-not-supported-error.js';
import { type Section } from '../sections/section.js';
import { BitReader, paddedView } from './bit-reader.js';
import { wholeOctetsBits } from './group-sequence.js';
import { Scale } from './scale.js';
import { ScaledPacking } from './scaled-packing.js';

/** Differences of up to the third order have some more bits than the numbers, which have at most 32. */
const MAXIMUM_BITS = 40;
const READER_BITS = 32;
const MAXIMUM_ORDER = 3;

/**
 * Templates 5.50001 and 5.50002: ECMWF's own, for what GRIB edition 1 calls second-order packing. Numbers in groups,
 * each with its own reference, width and length; they may be differences of up to the third order. In 5.50002, every
 * second row may run backwards, which is not supported.
 */
export class SecondOrderPacking extends ScaledPacking {
  private readonly groups: number;
  private readonly bits: { reference: number; width: number; length: number };
  /** The first numbers, as many as the order of the differences. */
  private readonly firstNumbers: number[] = [];
  /** The minimum of all differences, which was subtracted from each of them. */
  private readonly bias: number = 0;

  constructor(section: Section, template: 50_001 | 50_002) {
    section.requireLength(20);
    super(template, Scale.read(section, true));
    const octet = (number: number) => (this.scale.bits === 0 ? 0 : section.unsigned(number, 1));
    this.groups = this.scale.bits === 0 ? 0 : section.unsigned(22, 4);
    this.bits = { reference: octet(21), width: octet(30), length: octet(31) };
    const flags = template === 50_002 ? octet(32) : 0;
    if (flags !== 0) throw new GribNotSupportedError('5.50002', flags);
    const orderOctet = template === 50_002 ? 33 : 32;
    const order = octet(orderOctet);
    if (order > MAXIMUM_ORDER || Math.max(...Object.values(this.bits)) > MAXIMUM_BITS)
      throw section.error(`its differences are of order ${order}, its groups of ${this.groups}`);
    if (order === 0) return;
    const width = octet(orderOctet + 1);
    const octets = section.bytesFrom(orderOctet + 2);
    if (width === 0 || width > MAXIMUM_BITS || octets.length * 8 < (order + 1) * width)
      throw section.error(`its first numbers have ${width} bits in ${octets.length} octets`);
    const reader = new BitReader(paddedView(octets), 0);
    for (let i = 0; i < order; i++) this.firstNumbers.push(readWide(reader, width));
    this.bias = (1 - 2 * reader.read(1)) * readWide(reader, width - 1);
  }

  protected unpackWith(
    scale: Scale,
    data: Section,
    valueCount: number,
    room: () => Float64Array,
  ): Float64Array {
    if (scale.bits === 0) return this.constantField(scale, valueCount, room);
    const { groups, bits, firstNumbers } = this;
    const octets = data.bytesFrom(6);
    const availableBits = octets.length * 8;
    // Each of the three lists is padded to whole octets.
    const widthsEnd = wholeOctetsBits(groups * bits.width);
    const lengthsEnd = widthsEnd + wholeOctetsBits(groups * bits.length);
    const start = lengthsEnd + wholeOctetsBits(groups * bits.reference);
    if (groups > valueCount || start > availableBits || firstNumbers.length > valueCount)
      throw data.error(`it is too short to describe ${groups} groups for ${valueCount} values`);
    const view = paddedView(octets);
    const [widths, lengths] = [new BitReader(view, 0), new BitReader(view, widthsEnd)];
    const [references, numbers] = [new BitReader(view, lengthsEnd), new BitReader(view, start)];
    const values = room();
    let index = firstNumbers.length;
    for (let group = 0; group < groups; group++) {
      const width = readWide(widths, bits.width);
      const end = index + readWide(lengths, bits.length);
      const reference = readWide(references, bits.reference);
      if (
        width > MAXIMUM_BITS ||
        end > valueCount ||
        numbers.positionBits + width * (end - index) > availableBits
      )
        throw data.error('it ends before its last group');
      for (; index < end; index++) values[index] = reference + readWide(numbers, width);
    }
    if (index !== valueCount) throw data.error(`its groups do not add up to ${valueCount} values`);
    this.sumUp(values, valueCount);
    for (let i = 0; i < valueCount; i++) values[i] = scale.value(values[i]);
    return values;
  }

  /** Turns differences into numbers, in place. */
  private sumUp(values: Float64Array, valueCount: number): void {
    const { firstNumbers, bias } = this;
    const order = firstNumbers.length;
    if (order === 0) return;
    values.set(firstNumbers);
    // The last number, and its differences of the first to the last but one order.
    const last = [firstNumbers[order - 1]];
    if (order > 1) last.push(last[0] - firstNumbers[order - 2]);
    if (order > 2) last.push(last[1] - (firstNumbers[1] - firstNumbers[0]));
    for (let index = order; index < valueCount; index++) {
      let sum = values[index] + bias;
      for (let degree = order - 1; degree >= 0; degree--) sum = last[degree] += sum;
      values[index] = sum;
    }
  }
}

/** Reads a number that may have more bits than a reader reads at a time. */
function readWide(reader: BitReader, width: number): number {
  const high = Math.max(width - READER_BITS, 0);
  return reader.read(high) * 2 ** READER_BITS + reader.read(width - high);
}
