import { type Section } from '../../sections/section.js';

export interface Jpeg2000Header {
  width: number;
  height: number;
  bits: number;
}

/** A codestream begins with the markers SOC and SIZ. */
const START = 0xff4fff51;
const HEADER_BYTES = 45;
const UNSIGNED_BITS_LIMIT = 38;
/** The library allocates some kilobytes per tile; GRIB writers use one tile. */
const MAXIMUM_TILES = 256;

/**
 * Reads the size that a JPEG 2000 codestream declares (ISO/IEC 15444-1, annex A.5.1), before anything is decoded.
 * @param data section 7, with the codestream from octet 6 on
 * @throws {GribError} if it is not an image of one unsigned component
 */
export function readJpeg2000Header(data: Section): Jpeg2000Header {
  const octets = data.bytesFrom(6);
  if (octets.length < HEADER_BYTES) throw data.error(`its ${octets.length} octets are no JPEG 2000 image`);
  const view = new DataView(octets.buffer, octets.byteOffset, octets.length);
  if (view.getUint32(0) !== START) throw data.error('it does not begin with a JPEG 2000 codestream');
  const [xEnd, yEnd, xStart, yStart, tileWidth, tileHeight, tileX, tileY] = Array.from(
    { length: 8 },
    (_, i) => view.getUint32(8 + 4 * i),
  );
  const components = view.getUint16(40);
  const depth = view.getUint8(42);
  if (components !== 1) throw data.error(`its JPEG 2000 image has ${components} components, not 1`);
  if (depth >= UNSIGNED_BITS_LIMIT) throw data.error('the numbers of its JPEG 2000 image are signed');
  if (view.getUint16(43) !== 0x0101) throw data.error('its JPEG 2000 image is subsampled');
  const tiles = Math.ceil((xEnd - tileX) / tileWidth) * Math.ceil((yEnd - tileY) / tileHeight);
  if (!(tiles > 0 && tiles <= MAXIMUM_TILES)) throw data.error(`its JPEG 2000 image has ${tiles} tiles`);
  return { width: xEnd - xStart, height: yEnd - yStart, bits: depth + 1 };
}
