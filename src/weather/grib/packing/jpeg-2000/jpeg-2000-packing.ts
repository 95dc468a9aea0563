import { GribNotSupportedError } from '../../grib-not-supported-error.js';
import { type Section } from '../../sections/section.js';
import { requireBoundedCodeStyle } from './jpeg-2000-code-style.js';
import { decodeJpeg2000 } from './jpeg-2000-codec.js';
import { readJpeg2000Header } from './jpeg-2000-header.js';
import { Scale } from '../scale.js';
import { ScaledPacking } from '../scaled-packing.js';

/** Limits of the library, which stores both the numbers and the sides of the image in 16 bits. */
const MAXIMUM_BITS = 16;
const MAXIMUM_SIDE = 65535;

/** Template 5.40: numbers as the points of a JPEG 2000 image. */
export class Jpeg2000Packing extends ScaledPacking {
  constructor(section: Section) {
    section.requireLength(23);
    super(40, Scale.read(section, true));
  }

  protected unpackWith(
    scale: Scale,
    data: Section,
    valueCount: number,
    room: () => Float64Array,
  ): Float64Array {
    if (scale.bits === 0 || valueCount === 0) return this.constantField(scale, valueCount, room);
    const header = readJpeg2000Header(data);
    const { width, height, bits } = header;
    if (width * height !== valueCount) {
      throw data.error(`its image has ${width} × ${height} points for ${valueCount} values`);
    }
    if (bits > MAXIMUM_BITS) throw new GribNotSupportedError('5.40', bits);
    const side = Math.max(width, height);
    if (side > MAXIMUM_SIDE) throw new GribNotSupportedError('5.40', side);
    requireBoundedCodeStyle(data);
    const numbers = decodeJpeg2000(data, header);
    const values = room();
    for (let index = 0; index < valueCount; index++) values[index] = scale.value(numbers[index]);
    return values;
  }
}
