import type { Fault } from '../../core/common/index.js';
import { MINUTE_MS, toInstant } from '../../core/time/index.js';
import type { ObservationSource } from '../../weather/observations/index.js';
import type { ObservationSourceState } from '../reports/observation-source-state.entity.js';

/** No process has tried the source for as long, beyond when it should have. */
const SILENT_MS = 30 * MINUTE_MS;
/** A tenth of a file's rows is refused only if its layout has changed. */
const MOST_REFUSED_SHARE = 0.1;
const OF_ROWS = ['malformed', 'position', 'time'] as const;

/**
 * Returns what is wrong with a source: the failure of the last attempt, or `StaleReportsError`, `RefusedReportsError`,
 * `SilentIngestError`. A failed attempt comes first; its next one may succeed. That one of its files
 * can't be read comes after what is wrong with all.
 * @param state undefined if it was never tried
 * @param startedAt when this process began to wait for it
 */
export function faultOf(
  { staleAfterMs }: ObservationSource,
  state: ObservationSourceState | undefined,
  startedAt: Date,
  now: Date,
): Fault | undefined {
  const { error, dueAt, newestReportAt, reports, refused }: Known = state ?? untried(startedAt);
  const ofAttempt = error && { code: error.code, detail: error.detail, since: error.since };
  if (ofAttempt && error.count > 0) return ofAttempt;
  const silentFrom = new Date(dueAt.getTime() + SILENT_MS);
  if (silentFrom <= now)
    return {
      code: 'SilentIngestError',
      detail: `no process has read the source since ${toInstant(dueAt)}, when it was due`,
      since: toInstant(silentFrom),
    };
  if (state && !newestReportAt)
    return {
      code: 'StaleReportsError',
      detail: 'the source has never had a report',
      since: toInstant(state.attemptedAt),
    };
  const staleFrom = newestReportAt && new Date(newestReportAt.getTime() + staleAfterMs);
  if (staleFrom && staleFrom <= now)
    return {
      code: 'StaleReportsError',
      detail: `the newest report is of ${toInstant(newestReportAt)}`,
      since: toInstant(staleFrom),
    };
  // Those of a station that is silent are refused, too.
  if (ofAttempt) return ofAttempt;
  const rows = OF_ROWS.reduce((sum, reason) => sum + (refused[reason] ?? 0), 0);
  if (rows > MOST_REFUSED_SHARE * (rows + reports))
    return {
      code: 'RefusedReportsError',
      detail: `${rows} of the last ${rows + reports} reports were refused`,
      since: toInstant(newestReportAt ?? dueAt),
    };
  return undefined;
}

type Known = Pick<ObservationSourceState, 'error' | 'dueAt' | 'newestReportAt' | 'reports' | 'refused'>;

function untried(dueAt: Date): Known {
  return { error: null, dueAt, newestReportAt: null, reports: 0, refused: {} };
}
