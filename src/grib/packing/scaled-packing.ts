import { type Section } from '../sections/section.js';
import { type Packing } from './packing.js';
import { type Scale } from './scale.js';

/** What the packings that store scaled integers have in common. */
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

  abstract unpack(data: Section, valueCount: number, room: () => Float64Array): Float64Array;

  protected constantField(valueCount: number, room: () => Float64Array): Float64Array {
    return room().fill(this.referenceValue, 0, valueCount);
  }
}
