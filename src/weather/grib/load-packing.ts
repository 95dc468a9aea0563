import { GribError } from './grib-error.js';
import { type GribField } from './message.js';
import { loadJpeg2000Codec } from './packing/jpeg-2000/jpeg-2000-codec.js';
import { loadPngCodec } from './packing/png/png-codec.js';

/** Library loaders, by packing template (WMO code table 5.0). */
const LOADERS = new Map<number, () => Promise<void>>([
  [40, loadJpeg2000Codec],
  [41, loadPngCodec],
]);

/**
 * Loads the library that decoding a field needs, on first use: JPEG 2000 (template 5.40) or PNG (5.41), nothing for
 * other packings. Await it right before each decode(), since a failed decode may discard the library.
 * @throws {GribError} if the library cannot be loaded
 */
export async function loadPacking({ packing }: Pick<GribField, 'packing'>): Promise<void> {
  try {
    await LOADERS.get(packing.template)?.();
  } catch (cause) {
    throw new GribError(`The library of packing template 5.${packing.template} cannot be loaded`, { cause });
  }
}
