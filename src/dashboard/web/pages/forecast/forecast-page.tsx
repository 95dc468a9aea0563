import { getRouteApi } from '@tanstack/react-router';
import { MapPin } from 'lucide-react';
import { useChosenClient } from '../../api/clients.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ClientPicker } from '../../ui/forms/client-picker.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Explorer } from './explorer.tsx';
import type { ForecastSearch } from './forecast-search.ts';

const route = getRouteApi('/signed-in/forecast');

export function ForecastPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useChosenClient(search.client);
  const change = (changed: ForecastSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  return (
    <Page
      title="Forecast explorer"
      description="See what the API returns for a location, and copy the request."
      actions={
        <ButtonLink to="/forecast/request" search={search}>
          Build a request
        </ButtonLink>
      }
    >
      {query.data === undefined && search.client !== undefined && (
        <div className="w-full sm:w-72">
          <ClientPicker value={search.client} onChange={(client) => change({ client })} />
        </div>
      )}
      <Loaded query={query}>
        {(client) =>
          client === null ? <NoClients /> : <Explorer client={client} search={search} onChange={change} />
        }
      </Loaded>
    </Page>
  );
}

function NoClients() {
  return (
    <Card isFlush>
      <EmptyState
        icon={MapPin}
        title="Create a client first"
        action={
          <ButtonLink to="/clients" look="primary">
            Go to Clients
          </ButtonLink>
        }
      >
        The explorer sends requests with a temporary key of one of your clients. They count toward its limits
        and usage.
      </EmptyState>
    </Card>
  );
}
