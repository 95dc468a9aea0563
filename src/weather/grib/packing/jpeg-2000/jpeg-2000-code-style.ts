import { type GribError } from '../../grib-error.js';
import { type Section } from '../../sections/section.js';

/** The codestream begins at octet 6 of section 7. Its first marker segment after SOC is SIZ, for one component. */
const FIRST_OCTET = 6;
const SIZ_END = 45;

/** Markers of tables A.2 to A.7 of ISO/IEC 15444-1, as far as GRIB writers use them. */
const COD = 0xff52;
const START_OF_TILE_PART = 0xff90;
const START_OF_DATA = 0xff93;
const END_OF_CODESTREAM = 0xffd9;
/**
 * Lengths of tile parts and packets, quantization (also per component), comments: the library allocates nothing for
 * them.
 */
const HARMLESS = [0xff55, 0xff57, 0xff58, 0xff5c, 0xff5d, 0xff64];

/** The library's memory grows with each of these; GRIB writers use 1 layer and 5 levels. */
const MAXIMUM_LAYERS = 64;
const MAXIMUM_LEVELS = 32;
/** Sides of code blocks and precincts, as powers of two. GRIB writers use blocks of 64 × 64 and undivided precincts. */
const BLOCK_SIDES = { least: 2, most: 10, leastSum: 8, mostSum: 12 };
const LEAST_PRECINCT_SIDE = 7;

/**
 * Checks the headers of a JPEG 2000 codestream (ISO/IEC 15444-1, annex A) before the library reads them, and rejects
 * those that would make it use far more memory or time than the field has points.
 * @param data section 7, whose SIZ marker segment has been checked
 * @throws {GribError} on too many layers or levels, tiny code blocks or precincts, and markers that no GRIB writer
 *   needs
 */
export function requireBoundedCodeStyle(data: Section): void {
  const octets = data.bytesFrom(FIRST_OCTET);
  const view = new DataView(octets.buffer, octets.byteOffset, octets.length);
  if (view.getUint16(4) !== SIZ_END - 4) throw malformed(data);
  let position = SIZ_END;
  let tilePartEnd = octets.length;
  while (position + 4 <= octets.length) {
    const marker = view.getUint16(position);
    if (marker === END_OF_CODESTREAM) return;
    if (marker === START_OF_DATA) {
      position = tilePartEnd;
      continue;
    }
    const end = position + 2 + view.getUint16(position + 2);
    if (end < position + 4 || end > octets.length) throw malformed(data);
    if (marker === COD) checkCodeStyle(data, octets.subarray(position + 4, end));
    else if (marker === START_OF_TILE_PART) tilePartEnd = endOfTilePart(data, view, position, end);
    else if (!HARMLESS.includes(marker)) throw malformed(data);
    position = end;
  }
}

function endOfTilePart(data: Section, view: DataView, position: number, headerEnd: number): number {
  if (headerEnd !== position + 12) throw malformed(data);
  const length = view.getUint32(position + 6);
  if (length === 0) return view.byteLength;
  if (length < 14) throw malformed(data);
  return position + length;
}

/** @param style the parameters of a COD marker segment (annex A.6.1) */
function checkCodeStyle(data: Section, style: Uint8Array): void {
  if (style.length < 10) throw malformed(data);
  const layers = (style[2] << 8) | style[3];
  const [levels, width, height] = [style[5], style[6] + 2, style[7] + 2];
  if (layers === 0 || layers > MAXIMUM_LAYERS) throw data.error(`its JPEG 2000 image has ${layers} layers`);
  if (levels > MAXIMUM_LEVELS) throw data.error(`its JPEG 2000 image has ${levels} decomposition levels`);
  const { least, most, leastSum, mostSum } = BLOCK_SIDES;
  const isSide = (side: number) => side >= least && side <= most;
  if (!isSide(width) || !isSide(height) || width + height < leastSum || width + height > mostSum) {
    throw data.error(`its JPEG 2000 image has code blocks of 2^${width} × 2^${height} points`);
  }
  const hasPrecincts = (style[0] & 1) === 1;
  const precincts = hasPrecincts ? style.subarray(10) : [];
  if (hasPrecincts && precincts.length !== levels + 1) throw malformed(data);
  for (const sides of precincts) {
    const [across, down] = [sides & 15, sides >>> 4];
    if (Math.min(across, down) < LEAST_PRECINCT_SIDE)
      throw data.error(`its JPEG 2000 image has precincts of 2^${across} × 2^${down} points`);
  }
}

function malformed(data: Section): GribError {
  return data.error('its JPEG 2000 image is malformed');
}
