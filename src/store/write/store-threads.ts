import { mergeBand, type MergeTask } from './merge-band.js';
import { packBand, type PackTask } from './pack-band.js';

/** Packs and merges bands of rows, on other threads or on the caller's own. */
export interface StoreThreads {
  readonly count: number;
  packBand(task: PackTask): Promise<number[]>;
  mergeBand(task: MergeTask): Promise<void>;
}

export const OWN_THREAD: StoreThreads = { count: 1, packBand, mergeBand };
