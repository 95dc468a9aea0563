import { type Section } from '../../sections/section.js';
import { readAecParameters, type AecParameters } from './aec-parameters.js';
import { AecDecoder } from './aec-decoder.js';
import { Scale } from '../scale.js';
import { ScaledPacking } from '../scaled-packing.js';

/** Template 5.42: numbers compressed with the adaptive entropy coder of CCSDS 121.0-B. */
export class CcsdsPacking extends ScaledPacking {
  private readonly parameters: AecParameters;

  constructor(section: Section) {
    section.requireLength(25);
    super(42, Scale.read(section, true));
    this.parameters = readAecParameters(section, this.scale.bits);
  }

  protected unpackWith(
    scale: Scale,
    data: Section,
    valueCount: number,
    room: () => Float64Array,
  ): Float64Array {
    if (scale.bits === 0) return this.constantField(scale, valueCount, room);
    const values = room();
    new AecDecoder(data, this.parameters, scale).decode(values, valueCount);
    return values;
  }
}
