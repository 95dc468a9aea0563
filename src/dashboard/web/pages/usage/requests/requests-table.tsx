import { Link } from '@tanstack/react-router';
import type { LoggedRequest } from '../../../api/schemas.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { formatMs } from '../../../ui/format.ts';
import { type Column, Table } from '../../../ui/layout/table.tsx';
import { ErrorCodeLink } from './error-code-link.tsx';
import { StatusBadge } from './status-badge.tsx';

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

const COLUMNS: Column<LoggedRequest>[] = [
  {
    title: 'Time',
    cell: ({ id, time }) => (
      <Link
        to="."
        search={(before) => ({ ...before, request: id })}
        resetScroll={false}
        className="text-accent underline underline-offset-4"
      >
        <time dateTime={time} className="tabular-nums sm:whitespace-nowrap">
          {TIME.format(new Date(time))}
        </time>
      </Link>
    ),
  },
  { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    title: 'Request',
    isProse: true,
    cell: ({ endpoint, point, code, detail }) => (
      <div className="max-w-xl">
        <span className="font-mono text-[0.8125rem]">{endpoint}</span>
        {point !== null && (
          <span className="block text-[0.8125rem] text-muted tabular-nums">
            {point.lat}, {point.lon}
          </span>
        )}
        {code !== null && (
          <p className="text-[0.8125rem] text-muted">
            <ErrorCodeLink code={code} /> {detail}
          </p>
        )}
      </div>
    ),
  },
  { title: 'Latency', isNumeric: true, cell: ({ latency_ms }) => formatMs(latency_ms) },
  {
    title: 'API key',
    cell: ({ api_key_start }) =>
      api_key_start === null ? (
        <span className="text-muted">Deleted</span>
      ) : (
        <span className="font-mono text-[0.8125rem] whitespace-nowrap">{api_key_start}…</span>
      ),
  },
  {
    title: 'Request ID',
    cell: ({ request_id }) => (
      <span className="inline-flex max-w-full items-center gap-1">
        <span className="font-mono text-[0.8125rem] sm:max-w-32 sm:truncate" title={request_id}>
          {request_id}
        </span>
        <CopyButton text={request_id} name="Copy request ID" />
      </span>
    ),
  },
];

export function RequestsTable({ requests }: { requests: LoggedRequest[] }) {
  return <Table caption="Recent requests" columns={COLUMNS} rows={requests} keyOf={({ id }) => id} />;
}
