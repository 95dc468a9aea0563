import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { KeptAnswer } from '../answer/stored-answer.js';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/**
 * Encodes results for storage: V8's serialization format, which later versions of Node.js can also read, compressed
 * with zstd.
 */
export function encodePart(answers: readonly KeptAnswer[]): Promise<Buffer> {
  return compress(serialize(answers));
}

export async function decodePart(bytes: Buffer): Promise<KeptAnswer[]> {
  return deserialize(await decompress(bytes)) as KeptAnswer[];
}
