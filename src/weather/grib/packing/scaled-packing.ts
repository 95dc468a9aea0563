import { type Section } from '../sections/section.js';
import { type Packing } from './packing.js';
import { type Scale } from './scale.js';

/** Base class of the packings that store scaled integers. */
export abstract class ScaledPacking implements Packing {
  protected constructor(
    readonly template: number,
    protected readonly scale: Scale,
  ) {}

  get referenceValue(): number {
    return this.scale.referenceValue;
  }

  get quantum(): number {
    return this.scale.quantum;
  }

  get bitsPerValue(): number {
    return this.scale.bits;
  }

  unpack(data: Section, valueCount: number, room: () => Float64Array): Float64Array {
    return this.unpackWith(this.scale, data, valueCount, room);
  }

  unpackNumbers(data: Section, valueCount: number, room: () => Float64Array): Float64Array {
    return this.unpackWith(this.scale.unscaled, data, valueCount, room);
  }

  /** See Packing.unpack. @param scale converts the packed numbers to values */
  protected abstract unpackWith(
    scale: Scale,
    data: Section,
    valueCount: number,
    room: () => Float64Array,
  ): Float64Array;

  protected constantField(scale: Scale, valueCount: number, room: () => Float64Array): Float64Array {
    return room().fill(scale.referenceValue, 0, valueCount);
  }
}
