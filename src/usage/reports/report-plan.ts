import { TimeZone, readInstant } from '../../core/time/index.js';
import { Problem, type RequestFault } from '../../core/http/index.js';
import { MINUTES_KEPT_MS } from '../metering/roll-up-tables.js';
import { bucketBoundariesMs, defaultStartMs, type Interval, MOST_BUCKETS } from './report-buckets.js';
import { type Grouping, type UsageQueryDto } from './usage-query.dto.js';

/** The content of a report, as parsed from the query. */
export interface ReportPlan {
  interval: Interval;
  grouping?: Grouping;
  /** The start of each bucket, and the end of the last one. */
  boundariesMs: number[];
}

/** @throws Problem invalid_parameter that lists every fault of the query */
export function planReport(query: UsageQueryDto, now: Date): ReportPlan {
  const faults: RequestFault[] = [];
  const interval = query.interval ?? 'day';
  const zone = readZone(query.timezone ?? 'UTC', faults);
  const endMs = readTime('end', query.end, faults) ?? now.getTime();
  const startMs = readTime('start', query.start, faults) ?? defaultStartMs(endMs, interval, zone);
  if (faults.length === 0 && endMs <= startMs) fault(faults, 'end', 'must be later than "start".');
  if (faults.length === 0 && interval === 'minute' && startMs < now.getTime() - MINUTES_KEPT_MS)
    fault(faults, 'start', 'must be within the last 48 hours, for which minutes are kept.');
  const boundariesMs =
    faults.length === 0 ? bucketBoundariesMs({ startMs, endMs }, interval, zone) : undefined;
  if (faults.length === 0 && !boundariesMs)
    fault(faults, 'start', `must leave at most ${MOST_BUCKETS} buckets; ask for a longer interval.`);
  if (!boundariesMs) throw new Problem('invalid_parameter', { errors: faults });
  return { interval, grouping: query.group_by, boundariesMs };
}

function readZone(name: string, faults: RequestFault[]): TimeZone {
  const zone = TimeZone.named(name);
  if (!zone) fault(faults, 'timezone', 'must be a name of the IANA database, such as Europe/Warsaw.');
  return zone ?? TimeZone.named('UTC')!;
}

/** Other years have no usage, and programs disagree about some of their dates. */
const EARLIEST_MS = Date.UTC(2000, 0);
const LATEST_MS = Date.UTC(2200, 0);

function readTime(
  parameter: 'start' | 'end',
  text: string | undefined,
  faults: RequestFault[],
): number | undefined {
  if (text === undefined) return undefined;
  const time = readInstant(text);
  if (typeof time === 'string') return fault(faults, parameter, time);
  const timeMs = time.getTime();
  if (timeMs < EARLIEST_MS || timeMs > LATEST_MS)
    return fault(faults, parameter, 'must be between the years 2000 and 2200.');
  return timeMs;
}

function fault(faults: RequestFault[], parameter: string, expectation: string): undefined {
  faults.push({ parameter, detail: `"${parameter}" ${expectation}` });
}
