import { type DecodedPng } from 'fast-png';
import { GribError } from '../../grib-error.js';
import { type Section } from '../../sections/section.js';
import { type PngImage } from './png-image.js';

let decodePng: ((octets: Uint8Array) => DecodedPng) | undefined;

/** Loads the PNG library unless it is already loaded. */
export async function loadPngCodec(): Promise<void> {
  decodePng ??= (await import('fast-png')).decode;
}

/**
 * Decodes the image in section 7.
 * @returns its samples, row by row; those of less than 8 bits stay packed as in the image
 * @throws {GribError} if it is malformed, or the library is not loaded
 */
export function decodePngImage(data: Section, { octets }: PngImage): ArrayLike<number> {
  if (!decodePng) throw new GribError('The PNG library is not loaded: loadPacking() comes before decode()');
  try {
    return decodePng(octets).data;
  } catch (cause) {
    throw data.error('its PNG image is malformed', { cause });
  }
}
