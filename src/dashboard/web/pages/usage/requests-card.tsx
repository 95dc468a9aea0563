import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import type { LoggedRequest } from '../../api/schemas.ts';
import { usePages } from '../../api/transport/queries.ts';
import { refreshing, type RequestFilter } from '../../api/clients.ts';
import { Button } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copy-button.tsx';
import { formatMs } from '../../ui/time.tsx';
import { Options, Select } from '../../ui/forms/select.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { type Column, PagedTable } from '../../ui/layout/table.tsx';
import { EmptyState } from '../../ui/states/notice.tsx';
import { documentQuery, errorCodes, needsKey, operationsOf } from '../docs/document.ts';
import { ErrorCodeLink, StatusBadge } from './request-dialog.tsx';

const STATUSES = {
  '': 'All',
  '2xx': 'Served (2xx)',
  '3xx': 'Not modified (3xx)',
  '4xx': 'Rejected (4xx)',
  '429': 'Rate limited (429)',
  '5xx': 'Failed (5xx)',
};

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
      <CopyableId id={request_id} name="Copy request ID" className="sm:max-w-32 sm:truncate" />
    ),
  },
];

export function RequestsCard({ scope, isLive }: { scope: RequestFilter; isLive: boolean }) {
  const [status, setStatus] = useState('');
  const [code, setCode] = useState<NonNullable<RequestFilter['code']> | ''>('');
  const [keyId, setKeyId] = useState('');
  const query = usePages(
    '/v1/usage/requests',
    {
      query: {
        ...scope,
        status: status || undefined,
        code: code || undefined,
        api_key_id: keyId || undefined,
        limit: 20,
      },
    },
    { placeholderData: keepPreviousData, ...refreshing(isLive) },
  );
  const isFiltered = status !== '' || code !== '' || keyId !== '';
  const clear = () => {
    setStatus('');
    setCode('');
    setKeyId('');
  };
  return (
    <Card
      title="Recent requests"
      description="Per client and second, up to 50 that were served, 50 rejected and 50 failed."
      actions={
        <div className="flex flex-wrap items-end gap-3 xl:shrink-0 xl:flex-nowrap">
          <Select label="Status" value={status} onChange={setStatus} className="w-44">
            <Options of={STATUSES} />
          </Select>
          <CodeFilter value={code} onChange={setCode} />
          {scope.client_id !== undefined && (
            <KeyFilter clientId={scope.client_id} value={keyId} onChange={setKeyId} />
          )}
        </div>
      }
      isFlush
    >
      <PagedTable
        query={query}
        caption="Recent requests"
        columns={COLUMNS}
        empty={<NoRequests onClear={isFiltered ? clear : undefined} />}
      >
        <Dropped count={query.data?.pages[0].dropped ?? 0} />
      </PagedTable>
    </Card>
  );
}

function Dropped({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="text-muted px-5 py-3 text-sm">{count.toLocaleString('en')} more requests aren't listed.</p>
  );
}

function NoRequests({ onClear }: { onClear: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={ListFilter}
      title={onClear === undefined ? 'No requests yet' : 'No matching requests'}
      action={onClear && <Button onClick={onClear}>Show all</Button>}
    >
      {onClear === undefined && 'Requests appear here within seconds.'}
    </EmptyState>
  );
}

type ErrorCode = NonNullable<LoggedRequest['code']>;

interface CodeFilterProps {
  value: ErrorCode | '';
  onChange: (code: ErrorCode | '') => void;
}

/** Offers the error codes that the OpenAPI document lists for requests with an API key. */
function CodeFilter({ value, onChange }: CodeFilterProps) {
  const { data: document } = useQuery(documentQuery);
  const codes = document === undefined ? [] : errorCodes(document, operationsOf(document).filter(needsKey));
  return (
    <Select
      label="Error code"
      value={value}
      onChange={(code) => onChange(code as ErrorCode | '')}
      className="w-52"
    >
      <option value="">All</option>
      {codes.map(({ code, status }) => (
        <option key={code} value={code}>
          {code} ({status})
        </option>
      ))}
    </Select>
  );
}

interface KeyFilterProps {
  clientId: string;
  value: string;
  onChange: (keyId: string) => void;
}

/** Offers the keys of one client. */
function KeyFilter({ clientId, value, onChange }: KeyFilterProps) {
  const keys = usePages('/v1/clients/{clientId}/api-keys', { path: { clientId }, query: { limit: 50 } });
  return (
    <Select label="API key" value={value} onChange={onChange} className="w-44">
      <option value="">All</option>
      {keys.data?.pages
        .flatMap(({ data }) => data)
        .map(({ id, name, start }) => (
          <option key={id} value={id}>
            {name} ({start}…)
          </option>
        ))}
    </Select>
  );
}
