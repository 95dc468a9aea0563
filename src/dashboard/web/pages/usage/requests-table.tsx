import type { LoggedRequest } from '../../api/schemas.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatMs } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/table.tsx';

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

const COLUMNS: Column<LoggedRequest>[] = [
  {
    title: 'Time',
    cell: ({ time }) => (
      <time dateTime={time} className="tabular-nums sm:whitespace-nowrap">
        {TIME.format(new Date(time))}
      </time>
    ),
  },
  { title: 'Status', cell: ({ status }) => <Badge tone={toneOf(status)}>{status}</Badge> },
  {
    title: 'Endpoint',
    cell: ({ endpoint, point }) => (
      <>
        <span className="font-mono text-[0.8125rem]">{endpoint}</span>
        {point !== null && (
          <span className="block text-[0.8125rem] text-muted tabular-nums">
            {point.lat}, {point.lon}
          </span>
        )}
      </>
    ),
  },
  { title: 'Latency', isNumeric: true, cell: ({ latency_ms }) => formatMs(latency_ms) },
  {
    title: 'API key',
    cell: ({ api_key_start }) =>
      api_key_start === null ? (
        <span className="text-muted">gone</span>
      ) : (
        <span className="font-mono text-[0.8125rem]">{api_key_start}…</span>
      ),
  },
  {
    title: 'Request id',
    cell: ({ request_id }) => (
      <span className="inline-flex max-w-full items-center gap-1">
        <span className="font-mono text-[0.8125rem] sm:max-w-32 sm:truncate" title={request_id}>
          {request_id}
        </span>
        <CopyButton text={request_id} name="Copy the request id" />
      </span>
    ),
  },
];

function toneOf(status: number) {
  if (status >= 500) return 'danger';
  return status >= 400 ? 'warning' : 'success';
}

export function RequestsTable({ requests }: { requests: LoggedRequest[] }) {
  return (
    <Table
      caption="Latest requests"
      columns={COLUMNS}
      rows={requests}
      keyOf={({ request_id, time }) => `${request_id} ${time}`}
    />
  );
}
