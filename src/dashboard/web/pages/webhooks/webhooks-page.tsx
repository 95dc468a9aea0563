import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useCurrentOrganization, useMayCreateClients } from '../../api/organizations.ts';
import type { CreateWebhook, EventType, Webhook } from '../../api/schemas.ts';
import { useChange, usePages } from '../../api/transport/queries.ts';
import { Badge, Codes } from '../../ui/badge.tsx';
import { GuideLink, TextLink } from '../../ui/button.tsx';
import { DialogButton, FormDialog, OnceDialog } from '../../ui/dialogs/dialog.tsx';
import { CheckboxFields, CopyField, TextAreaField, TextField } from '../../ui/forms/fields.tsx';
import type { FormValues } from '../../ui/forms/form.tsx';
import { Card, Page } from '../../ui/layout/page.tsx';
import { type Column, ListCard } from '../../ui/layout/table.tsx';
import { EmptyState, Notice } from '../../ui/states/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { documentQuery } from '../docs/document.ts';

const COLUMNS: Column<Webhook>[] = [
  {
    title: 'URL',
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
    cell: ({ event_types }) =>
      event_types === null ? 'All' : <Codes of={event_types} className="justify-end sm:justify-start" />,
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
      {mayRead ? (
        <WebhooksCard organizationId={organization?.id} />
      ) : (
        <Card isFlush>
          <EmptyState icon={WebhookIcon} title="Your role doesn't include webhooks">
            Ask an owner or admin of the organization for another role.
          </EmptyState>
        </Card>
      )}
    </Page>
  );
}

function WebhooksCard({ organizationId }: { organizationId: string | undefined }) {
  return (
    <ListCard
      query={usePages('/v1/webhooks', { query: { organization_id: organizationId } })}
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

/** The settings of a webhook. */
export function WebhookFields({ webhook }: { webhook?: Webhook }) {
  const { data: document } = useQuery(documentQuery);
  const types = (document?.components.schemas.EventType.enum ?? []) as string[];
  return (
    <>
      <TextField
        name="url"
        label="URL"
        type="url"
        maxLength={2000}
        placeholder="https://example.com/weather-events"
        defaultValue={webhook?.url}
        autoComplete="off"
        spellCheck={false}
        required
      />
      <TextAreaField
        name="description"
        label="Description"
        maxLength={500}
        defaultValue={webhook?.description ?? ''}
      />
      <CheckboxFields
        name="event_types"
        label="Events"
        hint="Choose none to get all, including types that are added later."
        options={types.map((type) => ({
          value: type,
          label: <span className="font-mono text-[0.8125rem]">{type}</span>,
          isChecked: webhook?.event_types?.some((chosen) => chosen === type) ?? false,
        }))}
      />
    </>
  );
}

export function webhookOf(values: FormValues): Omit<CreateWebhook, 'organization_id'> {
  const types = values.getAll('event_types') as EventType[];
  return {
    url: values.text('url'),
    description: values.text('description') || null,
    event_types: types.length > 0 ? types : null,
  };
}

export function WebhookStatus({ webhook: { status, failing_since } }: { webhook: Webhook }) {
  if (status === 'disabled') return <Badge tone="danger">Disabled</Badge>;
  return failing_since === null ? (
    <Badge tone="success">Enabled</Badge>
  ) : (
    <Badge tone="warning">Failing</Badge>
  );
}

export function WebhookSecretDialog({ title, secret }: { title: string; secret: string }) {
  return (
    <OnceDialog title={title}>
      <CopyField label="Secret" text={secret} />
      <Notice tone="warning" title="The secret is shown only once">
        Your endpoint uses it to verify that events come from this service. If you lose it, rotate it.
      </Notice>
    </OnceDialog>
  );
}
