import { type J2KDecoder, type OpenJpeg } from '@cornerstonejs/codec-openjpeg/decodewasmjs';
import { GribError } from '../../grib-error.js';
import { type Section } from '../../sections/section.js';
import { type Jpeg2000Header } from './jpeg-2000-header.js';

let openJpeg: OpenJpeg | undefined;

/** Loads the JPEG 2000 library unless it is already loaded. */
export async function loadJpeg2000Codec(): Promise<void> {
  if (openJpeg) return;
  const { default: createOpenJpeg } = await import('@cornerstonejs/codec-openjpeg/decodewasmjs');
  // The library logs every image, valid or not, to standard output.
  const silent = (): void => undefined;
  openJpeg = await createOpenJpeg({ print: silent, printErr: silent });
}

/**
 * Decodes the image in section 7.
 * @param header the header of the image, with at most 16 bits per point
 * @returns the numbers of its points, row by row
 * @throws {GribError} if it is malformed, or the library is not loaded
 */
export function decodeJpeg2000(data: Section, header: Jpeg2000Header): Uint8Array | Uint16Array {
  if (!openJpeg)
    throw new GribError('The JPEG 2000 library is not loaded: loadPacking() comes before decode()');
  let numbers: Uint8Array | Uint16Array | undefined;
  try {
    const decoder = new openJpeg.J2KDecoder();
    numbers = decodeWith(decoder, data, header);
    decoder.delete();
  } catch (cause) {
    // An error inside the library may leave its memory corrupted, so the next image gets a new instance.
    openJpeg = undefined;
    throw data.error('its JPEG 2000 image is malformed', { cause });
  }
  if (!numbers) throw data.error('its JPEG 2000 image is malformed');
  return numbers;
}

/** Returns undefined if the library could not decode the image, which it reports only by an empty image. */
function decodeWith(
  decoder: J2KDecoder,
  data: Section,
  { width, height, bits }: Jpeg2000Header,
): Uint8Array | Uint16Array | undefined {
  const octets = data.bytesFrom(6);
  decoder.getEncodedBuffer(octets.length).set(octets);
  decoder.decode();
  const frame = decoder.getFrameInfo();
  if (frame.width !== width || frame.height !== height) return undefined;
  // Copied, since the view becomes invalid when the decoder is deleted.
  const decoded = decoder.getDecodedBuffer().slice();
  const numbers = bits > 8 ? new Uint16Array(decoded.buffer) : decoded;
  return numbers.length === width * height ? numbers : undefined;
}
