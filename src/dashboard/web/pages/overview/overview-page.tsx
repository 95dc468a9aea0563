import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clientsQuery } from '../../api/clients.ts';
import { useAccount } from '../../api/session.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { FirstCall } from './first-call.tsx';
import { ServiceCard } from './service-card.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { StandingCard } from './standing-card.tsx';

/** Leads an empty account to its first call; shows everybody else how they stand. */
export function OverviewPage() {
  const { full_name } = useAccount();
  const query = useInfiniteQuery(clientsQuery);
  const clients = query.data?.pages.flatMap(({ data }) => data);
  const [isGuided, setIsGuided] = useState(false);
  const isEmpty = clients?.length === 0;
  if (isEmpty && !isGuided) setIsGuided(true);
  return (
    <Page
      title="Overview"
      description={isGuided ? `Welcome, ${full_name}. Three steps to your first forecast.` : undefined}
    >
      <Loaded query={query}>
        {() =>
          isGuided ? (
            <FirstCall onDone={() => setIsGuided(false)} />
          ) : (
            <StandingCard clients={(clients ?? []).slice(0, 5)} />
          )
        }
      </Loaded>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ServiceCard />
        <Shortcuts />
      </div>
    </Page>
  );
}
