import { MINUTE_MS, toInstant } from '../../core/time/index.js';
import type { ObservationSource } from '../../weather/observations/index.js';
import type { ObservationSourceState } from '../reports/observation-source-state.entity.js';

/** No process has tried the source for as long, beyond when it should have. */
const SILENT_MS = 30 * MINUTE_MS;
/** A tenth of a file's rows is refused only if its layout has changed. */
const MOST_REFUSED_SHARE = 0.1;
const OF_ROWS = ['malformed', 'position', 'time'] as const;

export interface ObservationFault {
  /** Name of the failure of the last attempt; or `StaleReportsError`, `RefusedReportsError`, `SilentIngestError`. */
  readonly code: string;
  readonly detail: string;
  /** ISO 8601, UTC. */
  readonly since: string;
}

/** Returns what is wrong with a source. A failed attempt comes first; its next one may succeed. */
export function faultOf(
  { staleAfterMs }: ObservationSource,
  { error, dueAt, newestReportAt, reports, refused }: ObservationSourceState,
  now: Date,
): ObservationFault | undefined {
  if (error) return { code: error.code, detail: error.detail, since: error.since };
  const silentFrom = new Date(dueAt.getTime() + SILENT_MS);
  if (silentFrom <= now)
    return {
      code: 'SilentIngestError',
      detail: `no process has read the source since ${toInstant(dueAt)}, when it was due`,
      since: toInstant(silentFrom),
    };
  const staleFrom = newestReportAt && new Date(newestReportAt.getTime() + staleAfterMs);
  if (staleFrom && staleFrom <= now)
    return {
      code: 'StaleReportsError',
      detail: `the newest report is of ${toInstant(newestReportAt)}`,
      since: toInstant(staleFrom),
    };
  const rows = OF_ROWS.reduce((sum, reason) => sum + (refused[reason] ?? 0), 0);
  if (rows > MOST_REFUSED_SHARE * (rows + reports))
    return {
      code: 'RefusedReportsError',
      detail: `${rows} of the last ${rows + reports} reports were refused`,
      since: toInstant(newestReportAt ?? dueAt),
    };
  return undefined;
}
