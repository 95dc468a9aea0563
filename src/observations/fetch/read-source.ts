import { setTimeout as sleep } from 'node:timers/promises';
import type { ObservationTarget } from '../../core/config/index.js';
import { inTurns } from '../../core/background/index.js';
import type { Refusal, StationReport } from '../../weather/observations/index.js';
import { FeedError } from './feed-error.js';
import { fetchFile, type FileVersion } from './fetch-file.js';

/** What a source had. */
export interface Reading {
  readonly reports: readonly StationReport[];
  readonly refused: Refused;
  /** How many of its files were read, since they had changed. */
  readonly files: number;
  /** Whether a file could be used, or hasn't changed. */
  readonly isReceived: boolean;
  /** Whether the source asked to wait, or is away: its other files weren't asked for. */
  readonly isCutShort: boolean;
  /** Of the first file that couldn't be read, or that cut the reading short. Reports of others are there all the same. */
  readonly failure: Error | undefined;
}

type Refused = Partial<Record<Refusal, number>>;

/**
 * Reads the files of a source that have changed.
 * @param versions those that were read, by the first path; changed
 * @throws the signal's reason once it is aborted
 */
export async function readSource(
  { source, baseUrls, stations }: ObservationTarget,
  versions: Map<string, FileVersion>,
  nowMs: number,
  signal: AbortSignal,
): Promise<Reading> {
  const reports: StationReport[] = [];
  const refused: Refused = {};
  let files = 0;
  let isReceived = false;
  let isCutShort = false;
  let failure: Error | undefined;
  let unanswered = 0;
  for (const [place, { paths, station }] of source.files(stations).entries()) {
    if (place > 0) await sleep(source.pauseMs, undefined, { signal });
    const refusedAt: Refused[] = [];
    const read = async (text: string, url: string) => {
      const counts: Refused = {};
      const refuse = (reason: Refusal) => void (counts[reason] = (counts[reason] ?? 0) + 1);
      const found = await inTurns(source.read(text, { station, nowMs, refuse }));
      refusedAt.push(counts);
      if (found.length === 0) throw withoutReports(url, counts);
      return found;
    };
    try {
      const fetched = await fetchFile(baseUrls, paths, versions.get(paths[0]), read, signal);
      isReceived = true;
      unanswered = 0;
      if (fetched) {
        versions.set(paths[0], fetched.version);
        reports.push(...fetched.content);
      }
    } catch (error) {
      signal.throwIfAborted();
      const { name } = error as Error;
      unanswered = OF_THE_SOURCE.includes(name) ? unanswered + 1 : 0;
      isCutShort = name === 'TooManyRequestsError' || unanswered === MOST_UNANSWERED;
      failure = isCutShort ? (error as Error) : (failure ?? (error as Error));
    }
    // Of the same file at several base URLs, only the last one counts.
    const counts = refusedAt.at(-1);
    if (counts) files += 1;
    for (const [reason, count] of Object.entries(counts ?? {}) as [Refusal, number][])
      refused[reason] = (refused[reason] ?? 0) + count;
    if (isCutShort) break;
  }
  return { reports, refused, files, isReceived, isCutShort, failure };
}

/** Failures that can be the server's. If they are in a row, its other files aren't asked for. */
const OF_THE_SOURCE: readonly string[] = ['ConnectionError', 'HttpStatusError'];
const MOST_UNANSWERED = 2;

function withoutReports(url: string, refused: Refused): FeedError {
  const reasons = Object.keys(refused);
  const counts = Object.entries(refused).map(([reason, count]) => `${reason} ${count}`);
  if (reasons.length === 0) return new FeedError('EmptyFileError', `${url} has no report`);
  const name = reasons.every((reason) => reason === 'time') ? 'StaleReportsError' : 'RefusedReportsError';
  return new FeedError(name, `${url} has no report to use; refused: ${counts.join(', ')}`);
}
