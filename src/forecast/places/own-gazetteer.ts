import { readFileSync } from 'node:fs';
import { brotliDecompressSync, constants } from 'node:zlib';
import { Gazetteer } from '../../weather/gazetteer/index.js';

let loaded: Gazetteer | undefined;

/** Returns the service's own gazetteer, loaded on first use. */
export function ownGazetteer(): Gazetteer {
  return (loaded ??= new Gazetteer(readOwnFile()));
}

function readOwnFile(): ArrayBuffer {
  const file = readFileSync(new URL('./places.bin.br', import.meta.url));
  const bytes = brotliDecompressSync(file, { params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 } });
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
