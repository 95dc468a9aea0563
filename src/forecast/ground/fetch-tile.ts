import { Worker } from 'node:worker_threads';
import { MINUTE_MS } from '../../core/time/index.js';
import { OCEAN, type TileCodes } from '../../store/ground/index.js';
import { MOST_TILE_COLUMNS, TILE_ROWS, type TileCorner, tilePath } from '../../weather/ground/index.js';
import { TileBytes } from './tile-bytes.js';
import { TileError } from './tile-error.js';
import type { FromThread, TileTask, ToThread } from './tile-messages.types.js';

const DEADLINE_MS = MINUTE_MS;
/** A tile has 6 MB, decoded. */
const HEAP_MB = 128;
/** In the Alps: every source has it. */
const SURE: TileCorner = { latitude: 46, longitude: 7 };
/** Has the same file extension as this module, compiled or not. */
const ENTRY = new URL(
  `./decode-tile.thread${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
  import.meta.url,
);

/** A place where tiles are: a public bucket, a mirror of it, or a folder. */
export class TileOrigin {
  constructor(private readonly baseUrl: string) {}

  /**
   * Fetches and decodes a tile, by ranges of bytes, without its overviews.
   *
   * @throws TileError; the signal's reason
   */
  async fetch(corner: TileCorner, signal: AbortSignal): Promise<TileCodes> {
    const late = AbortSignal.timeout(DEADLINE_MS);
    const either = AbortSignal.any([signal, late]);
    try {
      const bytes = await TileBytes.open(`${this.baseUrl}/${tilePath(corner)}`, either);
      if (!bytes) await this.checkThatItHasTiles(either);
      return bytes ? await decoded(bytes, corner, either) : OCEAN;
    } catch (error) {
      signal.throwIfAborted();
      if (!late.aborted) throw error;
      throw new TileError('SlowSourceError', `a tile took longer than ${DEADLINE_MS / 1000} s`);
    }
  }

  /** Under a wrong URL, or while a mirror is away, the whole world would be an ocean, and would stay one. */
  private async checkThatItHasTiles(signal: AbortSignal): Promise<void> {
    const path = tilePath(SURE);
    if (await TileBytes.open(`${this.baseUrl}/${path}`, signal)) return;
    throw new TileError('NoTilesError', `TERRAIN_BASE_URL has no tiles: ${path} doesn't exist`);
  }
}

/** Decodes a tile in a worker thread of its own, which asks for the bytes that it needs. */
async function decoded(bytes: TileBytes, corner: TileCorner, signal: AbortSignal): Promise<TileCodes> {
  const workerData: TileTask = { corner, rows: TILE_ROWS, mostColumns: MOST_TILE_COLUMNS };
  const worker = new Worker(ENTRY, {
    workerData,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const result = Promise.withResolvers<TileCodes>();
  const damaged = (reason: string) => new TileError('TileDamagedError', `${tilePath(corner)}: ${reason}`);
  const stop = () => result.reject(signal.reason);
  worker.unref();
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'done') result.resolve(message);
    else if (message.kind === 'damaged') result.reject(damaged(message.reason));
    else
      bytes.read(message.offset, message.length).then((content) => {
        worker.postMessage({ id: message.id, bytes: content } satisfies ToThread, [content]);
      }, result.reject);
  });
  worker.on('error', (error: Error) => result.reject(damaged(error.message)));
  worker.on('exit', () => result.reject(damaged('the thread that decodes it has ended')));
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    return await result.promise;
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
