import { type RunName } from '../model-store/format/run-directory.js';

/** Told of the bytes that are verified so far. */
export type FetchProgress = (bytes: number, totalBytes: number) => void;

/** A store of published runs that several machines share, as a replica sees it. */
export interface RunSource {
  /** For people, without anything secret. */
  readonly url: string;
  /** What is published, newest first. */
  published(signal: AbortSignal): Promise<RunName[]>;
  /**
   * Verifies a run and puts it into `runsDirectory`, whole, by one rename.
   *
   * @throws RunStoreError, the system's error, or the signal's reason
   */
  bring(name: string, runsDirectory: string, signal: AbortSignal, progress: FetchProgress): Promise<void>;
  /** Reads all of a run. @throws RunStoreError (RunDamagedError, RunObjectMissingError) when it is not what was written */
  verify(name: string, signal: AbortSignal): Promise<void>;
  /** Takes a run away from everybody. */
  remove(name: string): Promise<void>;
  close(): void;
}
