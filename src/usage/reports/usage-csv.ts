import { stringify } from 'csv-stringify/sync';
import { type UsageReportDto } from './usage-report.dto.js';

const COUNTS = ['requests', 'units', 'errors', 'throttled', 'bytes'];
/** What a spreadsheet may run, also after blanks and quotes that it drops; the signs once more in their full width. */
const FORMULA = /^[\s"']*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** What ends a field or a line for some spreadsheets; commas and quotes are quoted anyway. */
const SEPARATOR = /[;\t\r\n]/;

/**
 * One line for each group of each bucket, under a line of names (RFC 4180). People choose the names of clients and keys:
 * each stays in its cell, and an apostrophe keeps spreadsheets from running those that look like a formula.
 */
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
    header,
    columns,
    cast: { string: (text) => (FORMULA.test(text) ? `'${text}` : text) },
    quoted_match: SEPARATOR,
    record_delimiter: 'windows',
  });
}
