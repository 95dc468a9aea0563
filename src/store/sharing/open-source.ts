import type { SharedRunStore } from '../../core/config/index.js';
import { BucketSource } from './bucket-source.js';
import { type RunSource } from './run-source.js';
import { VolumeSource } from './volume-source.js';

export async function openSource(store: SharedRunStore): Promise<RunSource> {
  return store.kind === 'bucket' ? BucketSource.open(store) : new VolumeSource(store.directory);
}
