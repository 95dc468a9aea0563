import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useCurrentOrganization, useMayCreateClients } from '../../api/organizations.ts';
import type { Webhook } from '../../api/schemas.ts';
import { useChange, usePages } from '../../api/transport/queries.ts';
import { Code } from '../../ui/badge.tsx';
import { GuideLink, TextLink } from '../../ui/button.tsx';
import { DialogButton, FormDialog } from '../../ui/dialogs/dialog.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { type Column, PagedTable } from '../../ui/layout/table.tsx';
import { EmptyState } from '../../ui/states/loaded.tsx';
import { Time } from '../../ui/time.tsx';
import { WebhookFields, webhookOf, WebhookSecretDialog, WebhookStatus } from './webhook-parts.tsx';

const COLUMNS: Column<Webhook>[] = [
  {
    title: 'URL',
    isProse: true,
    isHeading: true,
    cell: ({ id, url, description }) => (
      <>
        <TextLink isQuiet className="line-clamp-2" to="/webhooks/$webhookId" params={{ webhookId: id }}>
          {url}
        </TextLink>
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
  const organization = useCurrentOrganization();
  const mayRead = organization?.permissions.includes('webhooks.read') ?? true;
  const mayCreate = useMayCreateClients();
  return (
    <Page
      title="Webhooks"
      description={
        <>
          Receive events at your own endpoint as they happen. See the{' '}
          <GuideLink to="webhooks">guide</GuideLink>.
        </>
      }
      actions={
        mayCreate && (
          <DialogButton icon={Plus} look="primary" text="Create webhook" dialog={<CreateWebhookDialog />} />
        )
      }
    >
      <Card isFlush className="overflow-hidden">
        {mayRead ? (
          <WebhooksTable organizationId={organization?.id} />
        ) : (
          <EmptyState icon={WebhookIcon} title="Your role doesn't include webhooks">
            Ask an owner or admin of the organization for another role.
          </EmptyState>
        )}
      </Card>
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
      empty={
        <EmptyState icon={WebhookIcon} title="No webhooks yet">
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

function CreateWebhookDialog() {
  const create = useChange('post', '/v1/webhooks');
  const organization = useCurrentOrganization();
  if (create.data !== undefined)
    return <WebhookSecretDialog title="Webhook created" secret={create.data.secret} />;
  return (
    <FormDialog
      title="Create webhook"
      description={`Sends the events of ${organization?.name ?? 'your clients'}, and public events such as new model runs.`}
      action="Create webhook"
      mutation={create}
      request={(values) => ({ body: { organization_id: organization?.id, ...webhookOf(values) } })}
    >
      <WebhookFields />
    </FormDialog>
  );
}
