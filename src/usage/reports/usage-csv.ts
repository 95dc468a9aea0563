import { stringify } from 'csv-stringify/sync';
import { type UsageReportDto } from './usage-report.dto.js';

const COUNTS = ['requests', 'units', 'errors', 'throttled', 'bytes'];
/** What a spreadsheet may run as a formula, also after whitespace and quotes that it drops, and in full-width signs. */
const FORMULA = /^[\s"']*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** Characters that end a field or a line in some spreadsheets. Fields with commas and quotes are quoted anyway. */
const SEPARATOR = /[;\t\r\n]/;

/**
 * Returns one line for each group of each bucket, after a header line (RFC 4180). Names of clients and keys are user
 * input: each stays in its cell, and an apostrophe keeps spreadsheets from running those that look like a formula.
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
