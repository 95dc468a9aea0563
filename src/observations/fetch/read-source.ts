import { setTimeout as sleep } from 'node:timers/promises';
import type { ObservationTarget } from '../../core/config/index.js';
import { inTurns } from '../../core/background/index.js';
import type { Refusal, StationReport } from '../../weather/observations/index.js';
import { FeedError } from './feed-error.js';
import { fetchFile, type FileVersion } from './fetch-file.js';

/** What a source had. */
export interface Reading {
  readonly reports: readonly StationReport[];
  readonly refused: Partial<Record<Refusal, number>>;
  /** How many of its files were read, since they had changed. */
  readonly files: number;
  /** Of the first file that couldn't be read. Reports of others are there all the same. */
  readonly failure: Error | undefined;
}

/**
 * Reads the files of a source that have changed.
 * @param versions those that were read, by the first path; changed
 * @throws FeedError if the source can't be reached, or asks to wait; the signal's reason once it is aborted
 */
export async function readSource(
  { source, baseUrls, stations }: ObservationTarget,
  versions: Map<string, FileVersion>,
  signal: AbortSignal,
): Promise<Reading> {
  const reports: StationReport[] = [];
  const refused: Partial<Record<Refusal, number>> = {};
  const refuse = (reason: Refusal) => void (refused[reason] = (refused[reason] ?? 0) + 1);
  let files = 0;
  let failure: Error | undefined;
  for (const [place, { paths, station }] of source.files(stations).entries()) {
    if (place > 0) await sleep(source.pauseMs, undefined, { signal });
    try {
      const fetched = await fetchFile(baseUrls, paths, versions.get(paths[0]), signal);
      if (!fetched) continue;
      const read = await inTurns(source.read(fetched.text, { station, nowMs: Date.now(), refuse }));
      if (read.length === 0)
        throw new FeedError('EmptyFileError', `${fetched.version.url} has no report to use`);
      versions.set(paths[0], fetched.version);
      files += 1;
      reports.push(...read);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof FeedError && OF_THE_SOURCE.includes(error.name)) throw error;
      failure ??= error as Error;
    }
  }
  return { reports, refused, files, failure };
}

/** Failures after which its other files aren't asked for. */
const OF_THE_SOURCE: readonly FeedError['name'][] = [
  'ConnectionError',
  'HttpStatusError',
  'TooManyRequestsError',
];
