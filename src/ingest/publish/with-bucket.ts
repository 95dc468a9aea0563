import { Bucket, type BucketLocation, BucketRuns, RunStoreError } from '../../store/sharing/index.js';
import { IngestError } from '../ingest-error.js';

/**
 * Runs a task on the runs of a bucket.
 * @throws IngestError with the name of the RunStoreError that it replaces; whatever else the task throws
 */
export async function withBucket<T>(
  location: BucketLocation,
  task: (runs: BucketRuns) => Promise<T>,
): Promise<T> {
  const bucket = await Bucket.open(location);
  try {
    return await task(new BucketRuns(bucket));
  } catch (error) {
    if (!(error instanceof RunStoreError)) throw error;
    throw new IngestError(error.name, error.message, { cause: error });
  } finally {
    bucket.close();
  }
}
