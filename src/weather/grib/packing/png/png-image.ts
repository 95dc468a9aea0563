import { inflateSync } from 'node:zlib';
import { type Section } from '../../sections/section.js';

/** Samples per point, for the PNG color types that the template uses. */
const CHANNELS = new Map([
  [0, 1],
  [2, 3],
  [6, 4],
]);
const DEPTHS = new Map([
  [0, [1, 2, 4, 8, 16]],
  [2, [8]],
  [6, [8]],
]);

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const CHUNK_OVERHEAD_BYTES = 12;
const HEADER_BYTES = 13;

/** A PNG image whose header has been read and checked. */
export interface PngImage {
  width: number;
  height: number;
  /** Bits per sample. */
  depth: number;
  /** Samples per point: 1 gray, 3 RGB, 4 RGBA. */
  channels: number;
  /** The image, reduced to its header and its points. */
  octets: Uint8Array;
}

/**
 * Reads the header of the PNG image in section 7, and checks that the image inflates to exactly the size that the
 * header implies. Other chunks, which could inflate to any size, are dropped.
 * @throws {GribError} if it is malformed, has a different number of points, or does not conform to template 5.41
 */
export function readPngImage(data: Section, pointCount: number): PngImage {
  const octets = data.bytesFrom(6);
  const view = new DataView(octets.buffer, octets.byteOffset, octets.length);
  if (!SIGNATURE.equals(octets.subarray(0, SIGNATURE.length)))
    throw data.error('it does not begin with a PNG image');
  const chunks = readChunks(data, view);
  const [header] = chunks;
  if (header?.type !== 'IHDR' || header.content.length !== HEADER_BYTES) {
    throw data.error('its PNG image has no header');
  }
  const fields = new DataView(header.content.buffer, header.content.byteOffset, HEADER_BYTES);
  const [width, height] = [fields.getUint32(0), fields.getUint32(4)];
  if (width * height !== pointCount) {
    throw data.error(`its image has ${width} × ${height} points for ${pointCount} values`);
  }
  const [depth, colourType, , , interlace] = header.content.subarray(8);
  const channels = CHANNELS.get(colourType);
  if (channels === undefined || !DEPTHS.get(colourType)?.includes(depth)) {
    throw data.error(`its PNG image has colour type ${colourType} with ${depth} bits`);
  }
  if (interlace !== 0) throw data.error('its PNG image is interlaced');
  const points = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ content }) => content));
  requireInflatedLength(data, points, height * (1 + Math.ceil((width * channels * depth) / 8)));
  const essential = [SIGNATURE, chunk('IHDR', header.content), chunk('IDAT', points), chunk('IEND')];
  return { width, height, depth, channels, octets: new Uint8Array(Buffer.concat(essential)) };
}

function readChunks(data: Section, view: DataView): { type: string; content: Uint8Array }[] {
  const chunks: { type: string; content: Uint8Array }[] = [];
  let offsetBytes = SIGNATURE.length;
  while (chunks.at(-1)?.type !== 'IEND') {
    const left = view.byteLength - offsetBytes - CHUNK_OVERHEAD_BYTES;
    const lengthBytes = left < 0 ? 0 : view.getUint32(offsetBytes);
    if (left < lengthBytes) throw data.error('its PNG image is cut short');
    const [type, content] = [4, lengthBytes].map(
      (length, index) => new Uint8Array(view.buffer, view.byteOffset + offsetBytes + 4 + 4 * index, length),
    );
    chunks.push({ type: Buffer.from(type).toString('latin1'), content });
    offsetBytes += lengthBytes + CHUNK_OVERHEAD_BYTES;
  }
  return chunks;
}

function requireInflatedLength(data: Section, points: Uint8Array, lengthBytes: number): void {
  let inflated: Uint8Array;
  try {
    inflated = inflateSync(points, { maxOutputLength: lengthBytes });
  } catch (cause) {
    throw data.error(`its PNG image does not inflate to ${lengthBytes} octets`, { cause });
  }
  if (inflated.length !== lengthBytes) {
    throw data.error(`its PNG image inflates to ${inflated.length} octets, not ${lengthBytes}`);
  }
}

/** Creates a chunk without its checksum, which the library ignores; inflating has checked that of the points. */
function chunk(type: string, content: Uint8Array = new Uint8Array()): Uint8Array {
  const octets = Buffer.alloc(CHUNK_OVERHEAD_BYTES + content.length);
  octets.writeUInt32BE(content.length);
  octets.write(type, 4, 'latin1');
  octets.set(content, 8);
  return octets;
}
