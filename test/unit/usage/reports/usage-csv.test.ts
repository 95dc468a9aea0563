import { beforeAll, expect, it } from '@jest/globals';
import { usageCsv } from '../../../../src/usage/reports/usage-csv.js';
import { type UsageReportDto } from '../../../../src/usage/reports/usage-report.dto.js';
import { type Cell, describeWithSpreadsheet, openInSpreadsheet } from '../../../support/spreadsheet.js';

const FORMULA = '=1+1';
/** Names, and what their cells show: an apostrophe precedes anything that could be run as a formula. */
const NAMES: [name: string, shown: string][] = [
  ['Weather station', 'Weather station'],
  [`LF\n${FORMULA}`, `LF\n${FORMULA}`],
  [`CR\r${FORMULA}`, `CR\n${FORMULA}`],
  [`CRLF\r\n${FORMULA}`, `CRLF\n${FORMULA}`],
  [`semicolon;${FORMULA}`, `semicolon;${FORMULA}`],
  [`tab\t${FORMULA}`, `tab\t${FORMULA}`],
  [`quote"${FORMULA}`, `quote"${FORMULA}`],
  [`quote",${FORMULA}`, `quote",${FORMULA}`],
  [FORMULA, `'${FORMULA}`],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(1)', "'@SUM(1)"],
  ['＝1+1', "'＝1+1"],
  [`"${FORMULA}`, `'"${FORMULA}`],
  [`'${FORMULA}`, `''${FORMULA}`],
  [`  ${FORMULA}`, `'  ${FORMULA}`],
  [`\t${FORMULA}`, `'\t${FORMULA}`],
  [`\r${FORMULA}`, `'\n${FORMULA}`],
  [`\n${FORMULA}`, `'\n${FORMULA}`],
];

const counts = { requests: 1204, units: 0, errors: 24, throttled: 20, bytes: 9_871_234 };
const latency_ms = { p50: 3.1, p95: null, p99: 21.6 };

function reportOn(names: string[]): UsageReportDto {
  const groups = names.map((client_name) => ({ client_id: 'cli_1', client_name, ...counts, latency_ms }));
  const [start, end] = ['2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z'];
  const totals = { ...counts, latency_ms };
  return { start, end, interval: 'day', as_of: end, buckets: [{ start, groups }], totals };
}

describeWithSpreadsheet('a spreadsheet that opens the CSV', () => {
  let rows: Cell[][];
  beforeAll(async () => {
    rows = await openInSpreadsheet(usageCsv(reportOn(NAMES.map(([name]) => name))));
  });

  it('has a row for each group under the column names', () => {
    expect(rows[0].map(({ text }) => text)).toEqual(
      'start,interval,client_id,client_name,requests,units,errors,throttled,bytes,p50_ms,p95_ms,p99_ms'.split(
        ',',
      ),
    );
    expect(rows).toHaveLength(1 + NAMES.length);
  });

  it.each(NAMES.map(([name, shown], index) => [name, shown, index] as const))(
    'shows %j as a single text, with the other cells of its row in place',
    (_, shown, index) => {
      const [start, interval, clientId, name, ...numbers] = rows[1 + index];

      expect(name).toEqual({ text: shown, type: 'string', isFormula: false });
      expect([start, interval, clientId].map(({ text }) => text)).toEqual([
        '2026-11-20T00:00:00Z',
        'day',
        'cli_1',
      ]);
      expect(numbers.map(({ text }) => text)).toEqual('1204,0,24,20,9871234,3.1,,21.6'.split(','));
    },
  );

  it('runs no formula, and keeps numbers as numbers', () => {
    for (const cells of rows.slice(1)) {
      expect(cells.filter(({ isFormula }) => isFormula)).toEqual([]);
      expect(cells.slice(4).map(({ type }) => type)).toEqual([
        ...Array<string>(6).fill('float'),
        undefined,
        'float',
      ]);
    }
  });
});
