import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { Gazetteer } from '../../weather/gazetteer/index.js';

const FILE = new URL('./places.bin.zst', import.meta.url);
/** More than the file has, so that it becomes one piece of memory. */
const IN_ONE_PIECE = { chunkSize: 32 * 2 ** 20 };

const decompress = promisify(zstdDecompress);
let loaded: Gazetteer | undefined;

/** Loads the service's own gazetteer without blocking the event loop while it is read. */
export async function loadGazetteer(): Promise<void> {
  loaded ??= new Gazetteer(await decompress(await readFile(FILE), IN_ONE_PIECE));
}

/** Returns the service's own gazetteer, which is loaded at once if it isn't yet. */
export function ownGazetteer(): Gazetteer {
  return (loaded ??= new Gazetteer(zstdDecompressSync(readFileSync(FILE), IN_ONE_PIECE)));
}
