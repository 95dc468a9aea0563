import { type Section } from '../sections/section.js';
import { BitReader, MAXIMUM_LOADED_BITS, paddedView } from './bit-reader.js';
import { Scale } from './scale.js';
import { ScaledPacking } from './scaled-packing.js';

/** Template 5.0: numbers of one fixed width, side by side. */
export class SimplePacking extends ScaledPacking {
  constructor(section: Section) {
    section.requireLength(21);
    super(0, Scale.read(section, true));
  }

  protected unpackWith(
    scale: Scale,
    data: Section,
    valueCount: number,
    room: () => Float64Array,
  ): Float64Array {
    const { bits } = scale;
    if (bits === 0) return this.constantField(scale, valueCount, room);
    const octets = data.bytesFrom(6);
    if (valueCount * bits > octets.length * 8) {
      throw data.error(`its ${octets.length} octets cannot hold ${valueCount} values of ${bits} bits`);
    }
    const values = room();
    const view = paddedView(octets);
    if (bits <= MAXIMUM_LOADED_BITS) unpackNarrow(scale, view, values, valueCount);
    else unpackWide(scale, view, values, valueCount);
    return values;
  }
}

function unpackNarrow(scale: Scale, view: DataView, values: Float64Array, valueCount: number): void {
  const { bits } = scale;
  const shift = 32 - bits;
  let position = 0;
  for (let index = 0; index < valueCount; index++) {
    values[index] = scale.value((view.getUint32(position >>> 3) << (position & 7)) >>> shift);
    position += bits;
  }
}

function unpackWide(scale: Scale, view: DataView, values: Float64Array, valueCount: number): void {
  const reader = new BitReader(view, 0);
  for (let index = 0; index < valueCount; index++) values[index] = scale.value(reader.read(scale.bits));
}
