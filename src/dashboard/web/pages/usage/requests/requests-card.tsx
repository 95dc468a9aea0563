import { useInfiniteQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { type RequestFilter, requestsQuery } from '../../../api/usage.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadMore } from '../../../ui/states/load-more.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { CodeFilter } from './code-filter.tsx';
import { KeyFilter } from '../key-filter.tsx';
import { RequestsTable } from './requests-table.tsx';

const STATUSES = {
  '': 'All',
  '2xx': 'Served (2xx)',
  '3xx': 'Not modified (3xx)',
  '4xx': 'Rejected (4xx)',
  '429': 'Rate limited (429)',
  '5xx': 'Failed (5xx)',
};

interface RequestsCardProps {
  scope: RequestFilter;
  isLive: boolean;
}

export function RequestsCard({ scope, isLive }: RequestsCardProps) {
  const [status, setStatus] = useState('');
  const [code, setCode] = useState<NonNullable<RequestFilter['code']> | ''>('');
  const [keyId, setKeyId] = useState('');
  const query = useInfiniteQuery(
    requestsQuery(
      {
        ...scope,
        status: status || undefined,
        code: code || undefined,
        api_key_id: keyId || undefined,
      },
      isLive,
    ),
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
            {Object.entries(STATUSES).map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </Select>
          <CodeFilter value={code} onChange={setCode} />
          {scope.client_id !== undefined && (
            <KeyFilter clientId={scope.client_id} value={keyId} onChange={setKeyId} />
          )}
        </div>
      }
      isFlush
    >
      <Loaded query={query}>
        {({ pages }) => {
          const requests = pages.flatMap(({ data }) => data);
          if (requests.length === 0) return <NoRequests onClear={isFiltered ? clear : undefined} />;
          return (
            <>
              <RequestsTable requests={requests} />
              <Dropped count={pages[0].dropped} />
              <LoadMore query={query} />
            </>
          );
        }}
      </Loaded>
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
      icon={<ListFilter aria-hidden className="size-5" />}
      title={onClear === undefined ? 'No requests yet' : 'No matching requests'}
      action={onClear && <Button onClick={onClear}>Show all</Button>}
    >
      {onClear === undefined && 'Requests appear here within seconds.'}
    </EmptyState>
  );
}
