import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { clientsQuery } from '../../api/clients.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ClientPicker } from '../../ui/client-picker.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { KeysCard } from './keys-card.tsx';

const route = getRouteApi('/signed-in/api-keys');

export function KeysPage() {
  const { client: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(clientsQuery);
  return (
    <Page title="API keys" description="A key belongs to a client, whose limits all of its keys share.">
      <Loaded query={query}>
        {({ pages }) => {
          const clients = pages.flatMap(({ data }) => data);
          const client = clients.find(({ client_id }) => client_id === chosen) ?? clients.at(0);
          if (client === undefined) return <NoClients />;
          return (
            <>
              <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
                <ClientPicker
                  clients={clients}
                  value={client.client_id}
                  onChange={(client_id) => void navigate({ search: { client: client_id } })}
                />
                <Link
                  to="/applications/$clientId"
                  params={{ clientId: client.client_id }}
                  className="py-2 text-accent underline underline-offset-4"
                >
                  Open the application
                </Link>
              </div>
              <KeysCard key={client.client_id} client={client} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function NoClients() {
  return (
    <Card isFlush>
      <EmptyState
        icon={<KeyRound aria-hidden className="size-5" />}
        title="No keys without a client"
        action={
          <ButtonLink to="/applications" look="primary">
            Go to Applications
          </ButtonLink>
        }
      >
        Create a client first: it stands for the application that will use the key.
      </EmptyState>
    </Card>
  );
}
