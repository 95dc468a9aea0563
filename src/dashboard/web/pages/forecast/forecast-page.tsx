import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { MapPin } from 'lucide-react';
import { clientsQuery } from '../../api/clients.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Explorer } from './explorer.tsx';

const route = getRouteApi('/signed-in/forecast');

export function ForecastPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(clientsQuery);
  return (
    <Page
      title="Forecast explorer"
      description="What the API answers for a place, as charts and as a request to copy."
    >
      <Loaded query={query}>
        {({ pages }) => {
          const clients = pages.flatMap(({ data }) => data).filter(({ status }) => status === 'active');
          if (clients.length === 0) return <NoClients />;
          return (
            <Explorer
              clients={clients}
              search={search}
              onChange={(changed) =>
                void navigate({ search: (before) => ({ ...before, ...changed }), replace: true })
              }
            />
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
        icon={<MapPin aria-hidden className="size-5" />}
        title="Create a client first"
        action={
          <ButtonLink to="/applications" look="primary">
            Go to Applications
          </ButtonLink>
        }
      >
        The explorer asks with a short-lived key of one of your active clients, whose limits and usage it
        counts towards.
      </EmptyState>
    </Card>
  );
}
