import { getRouteApi, Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useChosenClient } from '../../api/clients.ts';
import { useMay } from '../../api/organizations.ts';
import type { Client } from '../../api/schemas.ts';
import { ClientPicker } from '../../ui/forms/client-picker.tsx';
import { Card, Page } from '../../ui/layout/page.tsx';
import { EmptyState, Loaded } from '../../ui/states/notice.tsx';
import { NoClients } from '../clients/client-details.tsx';
import { KeysCard } from './keys-card.tsx';

const route = getRouteApi('/signed-in/api-keys');

export function KeysPage() {
  const { client: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useChosenClient(chosen);
  const clientId = chosen ?? query.data?.client_id;
  return (
    <Page title="API keys" description="Each key belongs to a client and shares its limits.">
      {clientId !== undefined && (
        <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
          <div className="w-full sm:w-72">
            <ClientPicker
              value={clientId}
              onChange={(client_id) => void navigate({ search: { client: client_id } })}
            />
          </div>
          {query.data && (
            <Link
              to="/clients/$clientId"
              params={{ clientId }}
              className="py-2 text-accent underline underline-offset-4"
            >
              Go to client
            </Link>
          )}
        </div>
      )}
      <Loaded query={query}>
        {(client) =>
          client === null ? (
            <NoClients icon={KeyRound}>API keys belong to a client and share its limits.</NoClients>
          ) : (
            <Keys key={client.client_id} client={client} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Keys({ client }: { client: Client }) {
  const may = useMay(client.organization_id);
  if (may('keys.read')) return <KeysCard client={client} />;
  return (
    <Card isFlush>
      <EmptyState icon={KeyRound} title="Your role doesn't include API keys">
        Ask an owner or admin of the organization for another role.
      </EmptyState>
    </Card>
  );
}
