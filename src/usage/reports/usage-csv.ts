import { stringify } from 'csv-stringify/sync';
import { CSV_CELLS } from '../../core/http/index.js';
import { type UsageReportDto } from './usage-report.dto.js';

const COUNTS = ['requests', 'units', 'errors', 'throttled', 'bytes'];

/** Returns one line for each group of each bucket, after a header line. */
export function usageCsv(
  { buckets, interval }: Pick<UsageReportDto, 'buckets' | 'interval'>,
  header = true,
): string {
  const rows = buckets.flatMap(({ start, groups }) =>
    groups.map(({ latency_ms, ...group }) => ({
      start,
      interval,
      ...group,
      p50_ms: latency_ms.p50,
      p95_ms: latency_ms.p95,
      p99_ms: latency_ms.p99,
    })),
  );
  const groupColumns = Object.keys(buckets[0]?.groups[0] ?? {}).filter(
    (name) => name !== 'latency_ms' && !COUNTS.includes(name),
  );
  const columns = ['start', 'interval', ...groupColumns, ...COUNTS, 'p50_ms', 'p95_ms', 'p99_ms'];
  return stringify(rows, {
    ...CSV_CELLS,
    header,
    columns,
  });
}
