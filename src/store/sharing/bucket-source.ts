import { type RunName } from '../format/run-directory.js';
import { type RunManifest } from '../format/run-manifest.js';
import { Bucket, type BucketLocation } from './bucket/bucket.js';
import { BucketRuns } from './bucket/bucket-runs.js';
import { fetchRun, verifyRun } from './fetch-run.js';
import { type FetchProgress, type RunSource } from './run-source.js';

/** Runs in a bucket; each data directory has its own copies of them. */
export class BucketSource implements RunSource {
  private readonly runs: BucketRuns;

  private constructor(private readonly bucket: Bucket) {
    this.runs = new BucketRuns(bucket);
  }

  static async open(location: BucketLocation): Promise<BucketSource> {
    return new BucketSource(await Bucket.open(location));
  }

  get url(): string {
    return this.bucket.url;
  }

  published(signal: AbortSignal): Promise<RunName[]> {
    return this.runs.published(signal);
  }

  bring(name: string, runsDirectory: string, signal: AbortSignal, progress: FetchProgress): Promise<void> {
    return fetchRun(this.runs, name, runsDirectory, signal, progress);
  }

  verify(name: string, signal: AbortSignal): Promise<RunManifest> {
    return verifyRun(this.runs, name, signal);
  }

  remove(name: string): Promise<void> {
    return this.runs.remove(name);
  }

  close(): void {
    this.bucket.close();
  }
}
