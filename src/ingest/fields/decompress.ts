import type Bzip2 from '@foxglove/wasm-bz2';
import type { Compression } from '../../weather/models/index.js';
import { IngestError } from '../ingest-error.js';

/** A message of 1,000,000 values is about 3 MB. Anything much longer is no message and must not fill the memory. */
const LONGEST_MESSAGE_BYTES = 16 * 1024 * 1024;

let bzip2: Promise<Bzip2> | undefined;

/**
 * Decompresses a message.
 * @param label for messages
 * @throws IngestError (MalformedMessageError) if the bytes are damaged, end early or decompress to too much
 */
export async function decompress(bytes: Uint8Array, _: Compression, label: string): Promise<Uint8Array> {
  bzip2 ??= import('@foxglove/wasm-bz2').then(({ default: library }) => library.init());
  const library = await bzip2;
  try {
    return library.decompress(bytes, LONGEST_MESSAGE_BYTES);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new IngestError('MalformedMessageError', `${label}: ${reason}`, { cause });
  }
}
