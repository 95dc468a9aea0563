import { type Section } from '../../sections/section.js';
import { decodePngImage } from './png-codec.js';
import { type PngImage, readPngImage } from './png-image.js';
import { Scale } from '../scale.js';
import { ScaledPacking } from '../scaled-packing.js';

/** Template 5.41: numbers as the points of a PNG image, grayscale, or RGB for 24 bits and RGBA for 32. */
export class PngPacking extends ScaledPacking {
  constructor(section: Section) {
    section.requireLength(21);
    super(41, Scale.read(section, true));
  }

  protected unpackWith(
    scale: Scale,
    data: Section,
    valueCount: number,
    room: () => Float64Array,
  ): Float64Array {
    if (scale.bits === 0 || valueCount === 0) return this.constantField(scale, valueCount, room);
    const image = readPngImage(data, valueCount);
    const samples = decodePngImage(data, image);
    const values = room();
    if (image.depth < 8) unpackParts(scale, samples, image, values);
    else unpackWholes(scale, samples, image, values, valueCount);
    return values;
  }
}

/** Unpacks several points per octet; each row begins with a new octet. */
function unpackParts(
  scale: Scale,
  octets: ArrayLike<number>,
  { width, height, depth }: PngImage,
  values: Float64Array,
): void {
  const rowBits = Math.ceil((width * depth) / 8) * 8;
  const mask = (1 << depth) - 1;
  for (let index = 0, row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const endBits = row * rowBits + (column + 1) * depth;
      const octet = octets[Math.ceil(endBits / 8) - 1];
      values[index++] = scale.value((octet >>> (-endBits & 7)) & mask);
    }
  }
}

/** Unpacks whole samples; if a point has several, they are the octets of one number, the highest first. */
function unpackWholes(
  scale: Scale,
  samples: ArrayLike<number>,
  { channels }: PngImage,
  values: Float64Array,
  valueCount: number,
): void {
  for (let index = 0, sample = 0; index < valueCount; index++) {
    let number = samples[sample++];
    for (let channel = 1; channel < channels; channel++) number = number * 256 + samples[sample++];
    values[index] = scale.value(number);
  }
}
