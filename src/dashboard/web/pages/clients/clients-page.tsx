import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Boxes, Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useCurrentOrganization, useMayCreateClients } from '../../api/organizations.ts';
import type { Client, CreatedClient } from '../../api/schemas.ts';
import { useChange, usePages } from '../../api/transport/queries.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copy-button.tsx';
import { Actions, Close, Dialog, FormDialog, useClose } from '../../ui/dialogs/dialog.tsx';
import { NameField, SearchField, TextAreaField } from '../../ui/forms/fields.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { type Column, ListCard } from '../../ui/layout/table.tsx';
import { EmptyState } from '../../ui/states/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { ClientStatus, CredentialsOnce } from './client-details.tsx';
import { LimitFields, limitsOf } from './limits-card.tsx';

const route = getRouteApi('/signed-in/clients');

const COLUMNS: Column<Client>[] = [
  {
    title: 'Name',
    isHeading: true,
    cell: ({ client_id, name, description, status }) => (
      <>
        <TextLink isQuiet to="/clients/$clientId" params={{ clientId: client_id }}>
          {name}
        </TextLink>
        {status === 'disabled' && <span className="ml-2 text-danger sm:hidden">Disabled</span>}
        {description !== null && <p className="line-clamp-2 max-w-md text-muted">{description}</p>}
      </>
    ),
  },
  {
    title: 'client_id',
    isWideOnly: true,
    cell: ({ client_id }) => <CopyableId id={client_id} name="Copy client_id" />,
  },
  { title: 'Status', isWideOnly: true, cell: (client) => <ClientStatus client={client} /> },
  { title: 'Created', isWideOnly: true, cell: ({ created_at }) => <Time instant={created_at} /> },
];

export function ClientsPage() {
  const { query } = route.useSearch();
  const navigate = route.useNavigate();
  // Outside of the empty list, which the first client replaces.
  const [isCreating, setIsCreating] = useState(false);
  const organization = useCurrentOrganization();
  const mayCreate = useMayCreateClients();
  const clients = usePages('/v1/clients', { query: { organization_id: organization?.id, limit: 50, query } });
  const isEmpty = query === undefined && clients.data?.pages[0].data.length === 0;
  const create = mayCreate && (
    <Button icon={Plus} look="primary" onClick={() => setIsCreating(true)}>
      Create New Client
    </Button>
  );
  return (
    <Page
      title="Clients"
      description="Each client has its own API keys, limits and usage. Create one for each app or environment."
      actions={create}
    >
      {!isEmpty && (
        <search>
          <SearchField
            value={query ?? ''}
            maxLength={100}
            placeholder="Name or client_id"
            onChange={(text) => void navigate({ search: { query: text || undefined }, replace: true })}
          />
        </search>
      )}
      <ListCard
        query={clients}
        caption="Your clients"
        columns={COLUMNS}
        keyOf={({ client_id }) => client_id}
        empty={
          query === undefined ? (
            <EmptyState icon={Boxes} title="No clients yet" action={create}>
              {mayCreate
                ? 'Create a client, then generate an API key for it.'
                : `Your role in ${organization?.name} is ${organization?.role}: others create clients.`}
            </EmptyState>
          ) : (
            <EmptyState icon={SearchX} title="No matching clients">
              Search by part of a name, or by client_id.
            </EmptyState>
          )
        }
      />
      {isCreating && (
        <Close value={() => setIsCreating(false)}>
          <CreateClientDialog />
        </Close>
      )}
    </Page>
  );
}

function CreateClientDialog() {
  const create = useChange('post', '/v1/clients');
  const organization = useCurrentOrganization();
  if (create.data !== undefined) return <CreatedDialog client={create.data} />;
  return (
    <FormDialog
      title="Create New Client"
      description={`Create one client for each app or environment.${organization ? ` This one belongs to ${organization.name}.` : ''}`}
      action="Create New Client"
      mutation={create}
      request={(values) => ({
        body: {
          organization_id: organization?.id,
          name: values.text('name'),
          description: values.text('description') || undefined,
          rate_limits: limitsOf(values, undefined),
        },
      })}
    >
      <NameField />
      <TextAreaField name="description" label="Description" maxLength={500} />
      <details className="rounded-md border border-line px-3.5 py-2.5">
        <summary className="font-medium">Limits</summary>
        <div className="mt-3">
          <LimitFields />
        </div>
      </details>
    </FormDialog>
  );
}

function CreatedDialog({ client }: { client: CreatedClient }) {
  const navigate = useNavigate();
  return (
    <Dialog title={`${client.name} created`} isDismissible={false}>
      <div className="space-y-4">
        <CredentialsOnce client={client} />
        <Actions>
          <Button onClick={useClose()}>Done</Button>
          <Button
            look="primary"
            onClick={() =>
              void navigate({ to: '/clients/$clientId', params: { clientId: client.client_id } })
            }
          >
            Go to client
          </Button>
        </Actions>
      </div>
    </Dialog>
  );
}
