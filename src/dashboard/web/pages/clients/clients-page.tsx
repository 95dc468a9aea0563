import { getRouteApi, Link } from '@tanstack/react-router';
import { Boxes, Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useCurrentOrganization, useMayCreateClients } from '../../api/organizations/current-organization.ts';
import type { Client } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { PagedTable } from '../../ui/layout/paged-table.tsx';
import type { Column } from '../../ui/layout/table.tsx';
import { Time } from '../../ui/time.tsx';
import { usePages } from '../../api/transport/queries.ts';
import { ClientId } from './client-id.tsx';
import { ClientStatus } from './client-status.tsx';
import { CreateClientDialog } from './create-client-dialog.tsx';

const route = getRouteApi('/signed-in/clients');

const COLUMNS: Column<Client>[] = [
  {
    title: 'Name',
    isProse: true,
    isHeading: true,
    cell: ({ client_id, name, description, status }) => (
      <>
        <Link
          to="/clients/$clientId"
          params={{ clientId: client_id }}
          className="font-medium text-accent underline-offset-4 hover:underline"
        >
          {name}
        </Link>
        {status === 'disabled' && <span className="ml-2 text-danger sm:hidden">Disabled</span>}
        {description !== null && <p className="line-clamp-2 max-w-md text-muted">{description}</p>}
      </>
    ),
  },
  { title: 'client_id', isWideOnly: true, cell: ({ client_id }) => <ClientId id={client_id} /> },
  { title: 'Status', isWideOnly: true, cell: (client) => <ClientStatus client={client} /> },
  { title: 'Created', isWideOnly: true, cell: ({ created_at }) => <Time instant={created_at} /> },
];

export function ClientsPage() {
  const { query } = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const organization = useCurrentOrganization();
  const mayCreate = useMayCreateClients();
  const clients = usePages('/v1/clients', { query: { organization_id: organization?.id, limit: 50, query } });
  const isEmpty = query === undefined && clients.data?.pages[0].data.length === 0;
  const create = mayCreate && (
    <Button look="primary" onClick={() => setIsCreating(true)}>
      <Plus aria-hidden className="size-4" />
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
      <Card isFlush className="overflow-hidden">
        <PagedTable
          query={clients}
          caption="Your clients"
          columns={COLUMNS}
          keyOf={({ client_id }) => client_id}
          empty={
            query === undefined ? (
              <EmptyState
                icon={<Boxes aria-hidden className="size-5" />}
                title="No clients yet"
                action={create}
              >
                {mayCreate
                  ? 'Create a client, then generate an API key for it.'
                  : `Your role in ${organization?.name} is ${organization?.role}: others create clients.`}
              </EmptyState>
            ) : (
              <EmptyState icon={<SearchX aria-hidden className="size-5" />} title="No matching clients">
                Search by part of a name, or by client_id.
              </EmptyState>
            )
          }
        />
      </Card>
      {isCreating && <CreateClientDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
}
