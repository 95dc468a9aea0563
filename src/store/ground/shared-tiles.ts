import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type SharedRunStore } from '../../core/config/index.js';
import { Bucket, RunStoreError } from '../sharing/index.js';
import { filesIn, surplus, sweep, TILE_SUFFIX, writeWhole } from './tile-folder.js';

/** Beside the runs, and the terrains of models in `terrain`. */
const FOLDER = 'ground';
/**
 * What an object counts for at least, such as one of the ocean: each is in the lists of objects that processes read every
 * few seconds to find runs.
 */
const LEAST_OBJECT_BYTES = 500_000;

/** Where the processes of a cluster share tiles. */
export interface SharedTiles {
  /** Returns undefined if it isn't there. @throws RunStoreError, or the system's error */
  read(name: string, signal: AbortSignal): Promise<Buffer | undefined>;
  /** Puts a tile there, and deletes the oldest ones if they no longer fit. */
  write(name: string, bytes: Uint8Array, maxBytes: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export function sharedTiles(store: SharedRunStore): SharedTiles {
  return store.kind === 'bucket'
    ? bucketTiles(Bucket.open({ ...store, prefix: `${store.prefix}${FOLDER}/` }))
    : volumeTiles(join(store.directory, FOLDER));
}

function bucketTiles(opening: Promise<Bucket>): SharedTiles {
  return {
    async read(name, signal) {
      const bucket = await opening;
      try {
        return Buffer.from(await bucket.read(name + TILE_SUFFIX, undefined, signal));
      } catch (error) {
        if (error instanceof RunStoreError && error.name === 'RunObjectMissingError') return undefined;
        throw error;
      }
    },
    async write(name, bytes, maxBytes, signal) {
      const bucket = await opening;
      await bucket.write(name + TILE_SUFFIX, bytes, signal);
      const objects = await bucket.list(signal);
      const files = objects.map(({ key, bytes: size, modifiedAt }) => ({
        file: key,
        bytes: size,
        changedMs: modifiedAt.getTime(),
      }));
      for (const old of surplus(files, maxBytes, name, LEAST_OBJECT_BYTES))
        await bucket.delete(old + TILE_SUFFIX);
    },
    async close() {
      (await opening).close();
    },
  };
}

function volumeTiles(directory: string): SharedTiles {
  return {
    async read(name, signal) {
      try {
        return await readFile(join(directory, name + TILE_SUFFIX), { signal });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async write(name, bytes, maxBytes) {
      await mkdir(directory, { recursive: true });
      await writeWhole(join(directory, name + TILE_SUFFIX), bytes);
      const files = await filesIn(directory);
      await sweep(directory, files);
      for (const old of surplus(files, maxBytes, name))
        await rm(join(directory, old + TILE_SUFFIX), { force: true });
    },
    async close() {
      // Nothing stays open between calls.
    },
  };
}
