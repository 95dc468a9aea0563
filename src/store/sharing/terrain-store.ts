import { join } from 'node:path';
import type { SharedRunStore } from '../../core/config/index.js';
import { TERRAIN_FOLDER } from '../format/run-directory.js';

/** Returns the store of the terrains that are beside the runs of a shared store. */
export function terrainStore(store: SharedRunStore): SharedRunStore {
  return store.kind === 'bucket'
    ? { ...store, prefix: `${store.prefix}${TERRAIN_FOLDER}/` }
    : { ...store, directory: join(store.directory, TERRAIN_FOLDER) };
}
