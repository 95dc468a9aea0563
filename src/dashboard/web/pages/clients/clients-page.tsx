import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Boxes, Plus } from 'lucide-react';
import { useState } from 'react';
import { clientsQuery } from '../../api/clients.ts';
import type { Client } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { ClientId } from './client-id.tsx';
import { ClientStatus } from './client-status.tsx';
import { CreateClientDialog } from './create-client-dialog.tsx';

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
  { title: 'State', isWideOnly: true, cell: (client) => <ClientStatus client={client} /> },
  { title: 'Created', isWideOnly: true, cell: ({ created_at }) => <Time instant={created_at} /> },
];

export function ClientsPage() {
  const [isCreating, setIsCreating] = useState(false);
  const query = useInfiniteQuery(clientsQuery);
  const create = (
    <Button look="primary" onClick={() => setIsCreating(true)}>
      <Plus aria-hidden className="size-4" />
      Create New Client
    </Button>
  );
  return (
    <Page
      title="Clients"
      description="Each client has its own API keys, limits and usage. Use one for each app or environment."
      actions={create}
    >
      <Card title="Clients" isFlush>
        <Loaded query={query}>
          {({ pages }) => {
            const clients = pages.flatMap(({ data }) => data);
            if (clients.length > 0)
              return (
                <>
                  <Table
                    caption="Your clients"
                    columns={COLUMNS}
                    rows={clients}
                    keyOf={({ client_id }) => client_id}
                  />
                  <LoadMore query={query} />
                </>
              );
            return (
              <EmptyState
                icon={<Boxes aria-hidden className="size-5" />}
                title="No clients yet"
                action={create}
              >
                Create a client, then generate an API key for it.
              </EmptyState>
            );
          }}
        </Loaded>
      </Card>
      {isCreating && <CreateClientDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
}
