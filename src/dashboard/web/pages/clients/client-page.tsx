import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { clientQuery } from '../../api/clients.ts';
import { ownOrganizationsQuery, useMay } from '../../api/organizations.ts';
import type { Client } from '../../api/schemas.ts';
import { useChange } from '../../api/transport/queries.ts';
import { Codes } from '../../ui/badge.tsx';
import { CopyableId } from '../../ui/copy-button.tsx';
import { OverlapField, overlapOf } from '../../ui/credentials.tsx';
import { ConfirmDialog, DialogButton, FormDialog, OnceDialog } from '../../ui/dialogs/dialog.tsx';
import { NameField, TextAreaField } from '../../ui/forms/fields.tsx';
import { Card, DefinitionList, LoadedPage, Page } from '../../ui/layout/page.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { KeysCard } from '../api-keys/keys-card.tsx';
import { AlertsCard } from '../forecast-alerts/alerts-card.tsx';
import { OrganizationLink } from '../organizations/organization-link.tsx';
import { ClientStatus, CredentialsOnce } from './client-details.tsx';
import { LimitsCard } from './limits-card.tsx';

const route = getRouteApi('/signed-in/clients/$clientId');

const CRUMB = { to: '/clients', title: 'Clients' } as const;

export function ClientPage() {
  const { clientId } = route.useParams();
  return (
    <LoadedPage query={useQuery(clientQuery(clientId))} title="Client" crumb={CRUMB}>
      {(client) => <ClientDetails key={client.client_id} client={client} />}
    </LoadedPage>
  );
}

function ClientDetails({ client }: { client: Client }) {
  const may = useMay(client.organization_id);
  return (
    <Page
      title={client.name}
      description={client.description ?? undefined}
      crumb={CRUMB}
      actions={
        may('clients.manage') && <DialogButton text="Edit" dialog={<EditClientDialog client={client} />} />
      }
    >
      {client.status === 'disabled' && (
        <Notice tone="danger" title="This client is disabled">
          An administrator disabled it, and its keys don&apos;t work. Ask an administrator to enable it.
        </Notice>
      )}
      {may('keys.read') && <KeysCard client={client} />}
      {may('alerts.read') && <AlertsCard client={client} />}
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <LimitsCard client={client} />
        <CredentialsCard client={client} />
      </div>
      {may('clients.manage') && <DangerCard client={client} />}
    </Page>
  );
}

function EditClientDialog({ client }: { client: Client }) {
  return (
    <FormDialog
      title="Edit client"
      description="Its keys keep working."
      action="Save"
      mutation={useChange('patch', '/v1/clients/{clientId}')}
      request={(values) => ({
        params: { path: { clientId: client.client_id } },
        body: { name: values.text('name'), description: values.text('description') || null },
      })}
      done="Client saved."
    >
      <NameField defaultValue={client.name} />
      <TextAreaField
        name="description"
        label="Description"
        maxLength={500}
        defaultValue={client.description ?? ''}
      />
    </FormDialog>
  );
}

function DangerCard({ client }: { client: Client }) {
  return (
    <Card
      title="Delete this client"
      description="All of its keys stop working immediately. This can't be undone."
      actions={
        <DialogButton look="danger" text="Delete client" dialog={<DeleteClientDialog client={client} />} />
      }
    />
  );
}

function DeleteClientDialog({ client }: { client: Client }) {
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title={`Delete ${client.name}?`}
      action="Delete client"
      typed={client.name}
      mutation={useChange('delete', '/v1/clients/{clientId}')}
      request={() => ({ params: { path: { clientId: client.client_id } } })}
      done={`${client.name} deleted.`}
      onDone={() => void navigate({ to: '/clients' })}
    >
      <p>Its API keys, client_id and client_secret stop working immediately. This can&apos;t be undone.</p>
      <p className="text-muted">It counts toward your client limit until the end of the UTC day.</p>
    </ConfirmDialog>
  );
}

function CredentialsCard({ client }: { client: Client }) {
  const own = useQuery(ownOrganizationsQuery).data ?? [];
  // Users with only one organization don't need to see its name.
  const isOnly = own.length === 1 && own[0].id === client.organization_id;
  const may = useMay(client.organization_id);
  return (
    <Card
      title="Credentials"
      description="For programs that manage this client's keys or read its usage over HTTP Basic."
      actions={
        may('secrets.create') && (
          <DialogButton isSmall text="Rotate secret" dialog={<RotateSecretDialog client={client} />} />
        )
      }
    >
      <DefinitionList
        items={[
          { title: 'client_id', value: <CopyableId id={client.client_id} name="Copy client_id" /> },
          { title: 'client_secret', value: 'Shown once, when created' },
          { title: 'Scopes', value: <Codes of={client.scopes} /> },
          !isOnly && { title: 'Organization', value: <OrganizationLink id={client.organization_id} /> },
          { title: 'Status', value: <ClientStatus client={client} /> },
          { title: 'Created', value: <Time instant={client.created_at} isRelative={false} /> },
        ]}
      />
    </Card>
  );
}

function RotateSecretDialog({ client }: { client: Client }) {
  const rotate = useChange('post', '/v1/clients/{clientId}/secret');
  if (rotate.data !== undefined)
    return (
      <OnceDialog title="Secret rotated">
        <CredentialsOnce client={rotate.data} />
      </OnceDialog>
    );
  return (
    <FormDialog
      title={`Rotate the secret for ${client.name}`}
      action="Rotate secret"
      mutation={rotate}
      request={(values) => ({ params: { path: { clientId: client.client_id } }, body: overlapOf(values) })}
    >
      <Notice tone="warning" title="Update your programs">
        Programs that still use the current secret fail once it stops working. API keys and forecasts
        aren&apos;t affected.
      </Notice>
      <OverlapField label="Current secret expires" />
    </FormDialog>
  );
}
