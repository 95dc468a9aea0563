import { open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { USER_AGENT, boundedFetch, reasonOf, retryAfterMs } from '../../core/outbound/index.js';
import { TileError } from './tile-error.js';

/** All directories of a Cloud Optimized GeoTIFF are at its beginning; for tiles, in the first few kilobytes. */
const HEAD_BYTES = 16_384;
/** More than a whole tile without compression. */
const MOST_BYTES = 16_000_000;

/** Reads ranges of a file: fewer bytes where it ends. */
type ReadRange = (offset: number, length: number) => Promise<Uint8Array | undefined>;

/** The bytes of a tile at its source. */
export class TileBytes {
  private constructor(
    private readonly url: string,
    private readonly head: Uint8Array,
    private readonly range: ReadRange,
  ) {}

  /**
   * @param url of the protocol http, https or file
   * @returns undefined if the source doesn't have the tile
   * @throws TileError; the signal's reason
   */
  static async open(url: string, signal: AbortSignal): Promise<TileBytes | undefined> {
    const range: ReadRange = url.startsWith('file:')
      ? (offset, length) => readRange(url, offset, length)
      : (offset, length) => fetchRange(url, offset, length, signal);
    const head = await range(0, HEAD_BYTES);
    return head && new TileBytes(url, head, range);
  }

  /** @throws TileError (TileDamagedError) if the file ends before; one that is shorter than a head just ends */
  async read(offset: number, length: number): Promise<ArrayBuffer> {
    const { head } = this;
    if (offset + length <= head.length || head.length < HEAD_BYTES)
      return copyOf(head.subarray(offset, offset + length));
    if (length > MOST_BYTES) throw new TileError('TileDamagedError', `a block has ${length} bytes`);
    const bytes = await this.range(offset, length);
    if (bytes?.length !== length)
      throw new TileError('TileDamagedError', `${this.url}: the file ends before byte ${offset + length}`);
    return copyOf(bytes);
  }
}

async function fetchRange(
  url: string,
  offset: number,
  length: number,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const get = boundedFetch(signal, fetch, MOST_BYTES);
  const headers = {
    'user-agent': USER_AGENT,
    'accept-encoding': 'identity',
    range: `bytes=${offset}-${offset + length - 1}`,
  };
  const response = await get(url, { headers }).catch((error: Error) => {
    signal.throwIfAborted();
    throw new TileError('ConnectionError', `${url}: ${reasonOf(error)}`);
  });
  const { status } = response;
  if (status === 404) return undefined;
  // Nothing is left from there on.
  if (status === 416) return new Uint8Array();
  if (status === 429) {
    throw new TileError(
      'TooManyRequestsError',
      `${url}: the server asks for fewer requests (429)`,
      retryAfterMs(response.headers),
    );
  }
  if (status !== 200 && status !== 206)
    throw new TileError('HttpStatusError', `${url}: the server returned ${status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  // Some servers always send the whole file.
  return status === 200 ? bytes.subarray(offset, offset + length) : bytes.subarray(0, length);
}

async function readRange(url: string, offset: number, length: number): Promise<Uint8Array | undefined> {
  const path = fileURLToPath(url);
  try {
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Without its folder of folders, for example because it isn't mounted, nothing is known of the tile.
    const isGone = (code === 'ENOENT' || code === 'ENOTDIR') && (await isFolder(dirname(dirname(path))));
    if (isGone) return undefined;
    throw new TileError('ConnectionError', `${url}: ${message}`);
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function copyOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
