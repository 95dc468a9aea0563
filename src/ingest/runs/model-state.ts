import type { FeedReport, IngestReport } from '../status/ingest-report.types.js';

export const MODEL_STATES = [
  'up_to_date',
  'downloading',
  'late',
  'unreachable',
  'failing',
  'no_run',
  'off',
] as const;

/** The one state of a model. It names no sources and no errors: everybody may read it. */
export interface ModelState {
  code: (typeof MODEL_STATES)[number];
  title: string;
  /** What is so, and what happens next. */
  detail: string;
  needsAttention: boolean;
}

/** What is known of a model. Times are ISO 8601. */
export interface ModelFacts {
  newestRun: string | null;
  nextRun: string;
  nextRunExpectedAt: string;
  lagSeconds: number;
  isOverdue: boolean;
  ingest: Pick<IngestReport, 'state' | 'progress' | 'lastError' | 'nextPollAt'>;
  faults: FeedReport['faults'];
  /** Whether this installation should fetch runs by itself. */
  isScheduled: boolean;
}

/** A source that was away for a moment needs nobody. */
const FAILURES_UNTIL_ATTENTION = 3;

/** The source doesn't respond, or only with errors. */
const OF_REACHING = ['ConnectionError', 'DownloadTimeoutError', 'HttpStatusError', 'TruncatedDownloadError'];

/** Returns the state of a model: the first that applies of those that matter most to whoever waits for its runs. */
export function modelStateOf(facts: ModelFacts, now: Date): ModelState {
  const { newestRun, nextRun, nextRunExpectedAt, lagSeconds, isOverdue, ingest, isScheduled } = facts;
  const { state, progress, lastError, nextPollAt } = ingest;
  const at = (instant: string) => utcText(instant, now);
  const then = nextPollAt === null ? 'trying again now' : `trying again at ${at(nextPollAt)}`;
  const served = newestRun === null ? 'No run is stored' : `Run of ${at(newestRun)} is in use`;
  if (state === 'off')
    return {
      code: 'off',
      title: 'Off',
      detail: `${served}; ${isScheduled ? "the process that fetches runs doesn't report" : 'none is fetched automatically'}.`,
      needsAttention: isScheduled,
    };
  if (progress !== null) {
    const { run, stepsDone, steps } = progress;
    const done = steps === 0 ? 'reading the list of its files' : `${stepsDone} of ${steps} steps are here`;
    const detail = `Run of ${at(run)}: ${done}.`;
    return { code: 'downloading', title: 'Downloading', detail, needsAttention: false };
  }
  if (lastError !== null) {
    const isAway = OF_REACHING.includes(lastError.code);
    return {
      code: isAway ? 'unreachable' : 'failing',
      title: isAway ? 'Source not reachable' : 'Last attempt failed',
      detail: `${served}; ${then}.`,
      needsAttention: (newestRun !== null && isOverdue) || lastError.count >= FAILURES_UNTIL_ATTENTION,
    };
  }
  if (facts.faults.some(({ code }) => code !== 'RunOverdueError'))
    return {
      code: 'failing',
      title: 'Source has changed',
      detail: `Its files aren't as expected, so new runs or some of their values may be missing. ${served}.`,
      needsAttention: true,
    };
  if (newestRun === null) {
    const next = nextPollAt === null ? 'looking for one now' : `looking for one at ${at(nextPollAt)}`;
    return {
      code: 'no_run',
      title: 'No run yet',
      detail: `No complete run is stored; ${next}.`,
      needsAttention: false,
    };
  }
  if (lagSeconds > 0) {
    const next = nextPollAt === null ? 'checking now' : `checking again at ${at(nextPollAt)}`;
    return {
      code: 'late',
      title: 'Late',
      detail: `Run of ${at(nextRun)} was expected about ${at(nextRunExpectedAt)}; ${next}.`,
      needsAttention: isOverdue,
    };
  }
  return {
    code: 'up_to_date',
    title: 'Up to date',
    detail: `Run of ${at(newestRun)} is complete; the next one is expected about ${at(nextRunExpectedAt)}.`,
    needsAttention: false,
  };
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** Returns the time as "22:10 UTC", with the date unless it is today's in UTC. */
function utcText(instant: string, now: Date): string {
  const time = `${instant.slice(11, 16)} UTC`;
  return instant.slice(0, 10) === now.toISOString().slice(0, 10)
    ? time
    : `${DAY.format(new Date(instant))}, ${time}`;
}
