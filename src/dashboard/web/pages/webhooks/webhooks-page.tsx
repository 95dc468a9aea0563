import { Link } from '@tanstack/react-router';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { useCurrentOrganization, useMayCreateClients } from '../../api/organizations/current-organization.ts';
import type { Webhook } from '../../api/schemas.ts';
import { Code } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { PagedTable } from '../../ui/layout/paged-table.tsx';
import type { Column } from '../../ui/layout/table.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Time } from '../../ui/time.tsx';
import { useChange, usePages } from '../../api/transport/queries.ts';
import { FormDialog } from '../../ui/dialogs/dialog.tsx';
import { WebhookStatus } from './webhook-status.tsx';
import { WebhookFields, webhookOf } from './webhook-fields.tsx';
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx';

const ICON = <WebhookIcon aria-hidden className="size-5" />;

const COLUMNS: Column<Webhook>[] = [
  {
    title: 'URL',
    isProse: true,
    isHeading: true,
    cell: ({ id, url, description }) => (
      <>
        <Link
          to="/webhooks/$webhookId"
          params={{ webhookId: id }}
          className="line-clamp-2 font-medium text-accent underline-offset-4 hover:underline"
        >
          {url}
        </Link>
        {description !== null && <p className="line-clamp-2 max-w-md text-muted">{description}</p>}
      </>
    ),
  },
  { title: 'Status', cell: (webhook) => <WebhookStatus webhook={webhook} /> },
  {
    title: 'Events',
    cell: (webhook) => (
      <span className="flex flex-wrap justify-end gap-1.5 sm:justify-start">
        <EventTypes webhook={webhook} />
      </span>
    ),
  },
  { title: 'Created', isWideOnly: true, cell: ({ created_at }) => <Time instant={created_at} /> },
];

export function WebhooksPage() {
  const [isCreating, setIsCreating] = useState(false);
  const organization = useCurrentOrganization();
  const mayRead = organization?.permissions.includes('webhooks.read') ?? true;
  const mayCreate = useMayCreateClients();
  return (
    <Page
      title="Webhooks"
      description={
        <>
          Receive events at your own endpoint as they happen. See the{' '}
          <a href="/docs/webhooks" className="text-accent underline underline-offset-4">
            guide
          </a>
          .
        </>
      }
      actions={
        mayCreate && (
          <Button look="primary" onClick={() => setIsCreating(true)}>
            <Plus aria-hidden className="size-4" />
            Create webhook
          </Button>
        )
      }
    >
      <Card isFlush className="overflow-hidden">
        {mayRead ? (
          <WebhooksTable organizationId={organization?.id} />
        ) : (
          <EmptyState icon={ICON} title="Your role doesn't include webhooks">
            Ask an owner or admin of the organization for another role.
          </EmptyState>
        )}
      </Card>
      {isCreating && <CreateWebhookDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
}

function WebhooksTable({ organizationId }: { organizationId: string | undefined }) {
  const webhooks = usePages('/v1/webhooks', { query: { organization_id: organizationId } });
  return (
    <PagedTable
      query={webhooks}
      caption="Your webhooks"
      columns={COLUMNS}
      keyOf={({ id }) => id}
      empty={
        <EmptyState icon={ICON} title="No webhooks yet">
          Create one to receive events at your own endpoint. To receive them over an open connection, use the
          event stream.
        </EmptyState>
      }
    />
  );
}

export function EventTypes({ webhook: { event_types } }: { webhook: Webhook }) {
  if (event_types === null) return 'All';
  return event_types.map((type) => <Code key={type}>{type}</Code>);
}

function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const create = useChange('post', '/v1/webhooks');
  const organization = useCurrentOrganization();
  if (create.data !== undefined)
    return <WebhookSecretDialog title="Webhook created" secret={create.data.secret} onClose={onClose} />;
  return (
    <FormDialog
      title="Create webhook"
      description={`Sends the events of ${organization?.name ?? 'your clients'}, and public events such as new model runs.`}
      action="Create webhook"
      mutation={create}
      onClose={onClose}
      request={(values) => ({ body: { organization_id: organization?.id, ...webhookOf(values) } })}
    >
      <WebhookFields />
    </FormDialog>
  );
}
