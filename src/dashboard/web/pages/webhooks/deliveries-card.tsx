import { Send } from 'lucide-react';
import { useState } from 'react';
import type { Webhook, WebhookDelivery, WebhookDeliveryStatus } from '../../api/schemas.ts';
import { useChange, usePages } from '../../api/transport/queries.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { Options, Select } from '../../ui/forms/select.tsx';
import { type Column, ListCard, type RowAction } from '../../ui/layout/table.tsx';
import { EmptyState, ErrorNotice } from '../../ui/states/notice.tsx';
import { Time } from '../../ui/time.tsx';

const STATUSES = {
  pending: { title: 'Pending', tone: 'neutral' },
  delivered: { title: 'Delivered', tone: 'success' },
  failed: { title: 'Failed', tone: 'danger' },
} as const;

export const DELIVERIES_REFRESH_MS = 3000;

interface DeliveriesCardProps {
  webhook: Webhook;
  /** Whether the user can send test events and retry deliveries. */
  mayManage: boolean;
}

export function DeliveriesCard({ webhook, mayManage }: DeliveriesCardProps) {
  const [status, setStatus] = useState<WebhookDeliveryStatus>();
  const path = { webhookId: webhook.id };
  const deliveries = usePages(
    '/v1/webhooks/{webhookId}/deliveries',
    { path, query: { status } },
    { refetchInterval: DELIVERIES_REFRESH_MS },
  );
  const test = useChange('post', '/v1/webhooks/{webhookId}/test');
  const retry = useChange('post', '/v1/webhooks/{webhookId}/deliveries/{eventId}/retry');
  const error = test.error ?? retry.error;
  const told = { onSuccess: () => showToast('Event queued.') };
  const again = ({ id, event_type }: WebhookDelivery): RowAction => ({
    title: 'Send again',
    name: `Send again: ${event_type}`,
    onSelect: () => retry.mutate({ params: { path: { ...path, eventId: id } } }, told),
  });
  return (
    <ListCard
      title="Deliveries"
      description="Events sent in the last 14 days, newest first."
      actions={
        mayManage && (
          <Button
            icon={Send}
            isSmall
            isPending={test.isPending}
            onClick={() => test.mutate({ params: { path } }, told)}
          >
            Send test event
          </Button>
        )
      }
      above={
        <div className="space-y-3 px-5 pb-4">
          {error !== null && <ErrorNotice error={error} />}
          <Select
            label="Status"
            value={status ?? ''}
            className="w-full sm:w-40"
            onChange={(value) => setStatus((value || undefined) as WebhookDeliveryStatus | undefined)}
          >
            <option value="">All</option>
            <Options of={STATUSES} />
          </Select>
        </div>
      }
      query={deliveries}
      columns={COLUMNS}
      empty={
        <EmptyState icon={Send} title="No deliveries">
          Send a test event to check your endpoint.
        </EmptyState>
      }
      rowActions={(delivery) => (mayManage ? [again(delivery)] : [])}
    />
  );
}

const NONE = <span className="text-muted">–</span>;

const COLUMNS: Column<WebhookDelivery>[] = [
  {
    title: 'Event',
    isHeading: true,
    cell: ({ id, event_type, body }) => (
      <details>
        <summary className="font-medium">{event_type}</summary>
        <p className="mt-1 font-mono text-xs text-muted">{id}</p>
        <pre className="mt-1 max-w-md font-mono text-xs wrap-anywhere whitespace-pre-wrap">
          {JSON.stringify(JSON.parse(body), undefined, 2)}
        </pre>
      </details>
    ),
  },
  {
    title: 'Status',
    cell: ({ status }) => <Badge tone={STATUSES[status].tone}>{STATUSES[status].title}</Badge>,
  },
  { title: 'Attempts', isNumeric: true, cell: ({ attempts }) => attempts },
  { title: 'Last response', isProse: true, cell: lastResponse },
  { title: 'Event time', cell: ({ created_at }) => <Time instant={created_at} /> },
  {
    title: 'Finished, or next attempt',
    cell: ({ ended_at, next_attempt_at }) => {
      const instant = ended_at ?? next_attempt_at;
      return instant === null ? NONE : <Time instant={instant} />;
    },
  },
];

function lastResponse({ last_status, last_duration_ms, error }: WebhookDelivery) {
  if (error !== null) return error;
  return last_status === null ? NONE : `${last_status} in ${last_duration_ms} ms`;
}
