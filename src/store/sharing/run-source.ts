import { type RunName } from '../format/run-directory.js';
import { type RunManifest } from '../format/run-manifest.js';

/** Called with the number of bytes verified so far. */
export type FetchProgress = (bytes: number, totalBytes: number) => void;

/** A shared store of published runs, as seen by a replica. */
export interface RunSource {
  /** For humans, without any secrets. */
  readonly url: string;
  /** Returns the published runs, newest first. */
  published(signal: AbortSignal): Promise<RunName[]>;
  /**
   * Verifies a run and puts it into `runsDirectory` by an atomic rename.
   *
   * @throws RunStoreError, the system's error, or the signal's reason
   */
  bring(name: string, runsDirectory: string, signal: AbortSignal, progress: FetchProgress): Promise<void>;
  /**
   * Reads and verifies a run, and returns its manifest.
   * @throws RunStoreError (RunDamagedError, RunObjectMissingError) if it is not what was written
   */
  verify(name: string, signal: AbortSignal): Promise<RunManifest>;
  /** Removes a run for all machines. */
  remove(name: string): Promise<void>;
  close(): void;
}
