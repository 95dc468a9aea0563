import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { type Awaitable } from '../../common/awaitable.js';
import { type ContentCoding } from './content-coding.js';

/** Above this, compressing takes longer than a round trip to a thread: a millisecond. */
const LARGEST_AT_ONCE_BYTES = 256 * 1024;

/** With larger windows, a stream takes megabytes of memory. */
const STREAM_WINDOW_BITS = 18;

const {
  ZSTD_c_compressionLevel,
  ZSTD_c_windowLog,
  BROTLI_PARAM_QUALITY,
  BROTLI_PARAM_LGWIN,
  BROTLI_PARAM_SIZE_HINT,
} = zlib.constants;

const ZSTD = { params: { [ZSTD_c_compressionLevel]: 1 } };
const GZIP = { level: 1 };
const brotli = (size: number) => ({ params: { [BROTLI_PARAM_QUALITY]: 1, [BROTLI_PARAM_SIZE_HINT]: size } });

const zstdInThread = promisify(zlib.zstdCompress);
const brotliInThread = promisify(zlib.brotliCompress);
const gzipInThread = promisify(zlib.gzip);

/** Compresses at the fastest level: synchronously, or on the thread pool if that would delay other requests. */
export function compress(bytes: Buffer, coding: Exclude<ContentCoding, 'identity'>): Awaitable<Buffer> {
  return bytes.length <= LARGEST_AT_ONCE_BYTES
    ? exact(compressAtOnce(bytes, coding))
    : compressInThread(bytes, coding).then(exact);
}

/** Compresses a stream on the thread pool. */
export function compressor(coding: Exclude<ContentCoding, 'identity'>): Transform {
  switch (coding) {
    case 'zstd':
      return zlib.createZstdCompress({ params: { ...ZSTD.params, [ZSTD_c_windowLog]: STREAM_WINDOW_BITS } });
    case 'br':
      return zlib.createBrotliCompress({
        params: { [BROTLI_PARAM_QUALITY]: 1, [BROTLI_PARAM_LGWIN]: STREAM_WINDOW_BITS },
      });
    case 'gzip':
      return zlib.createGzip(GZIP);
  }
}

function compressAtOnce(bytes: Buffer, coding: Exclude<ContentCoding, 'identity'>): Buffer {
  switch (coding) {
    case 'zstd':
      return zlib.zstdCompressSync(bytes, ZSTD);
    case 'br':
      return zlib.brotliCompressSync(bytes, brotli(bytes.length));
    case 'gzip':
      return zlib.gzipSync(bytes, GZIP);
  }
}

function compressInThread(bytes: Buffer, coding: Exclude<ContentCoding, 'identity'>): Promise<Buffer> {
  switch (coding) {
    case 'zstd':
      return zstdInThread(bytes, ZSTD);
    case 'br':
      return brotliInThread(bytes, brotli(bytes.length));
    case 'gzip':
      return gzipInThread(bytes, GZIP);
  }
}

/** Copies the bytes to memory of their own: zlib's output is a slice of a larger buffer, which it would keep alive. */
function exact(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
