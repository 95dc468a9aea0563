import { useState } from 'react';
import { useChosenClient } from '../../api/clients.ts';
import { useMayCreateClients } from '../../api/organizations/current-organization.ts';
import { useAccount } from '../../api/session.ts';
import { EmailNotice } from '../../shell/email-notice.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { BusiestCard } from './busiest-card.tsx';
import { FirstCall } from './first-call.tsx';
import { ServiceCard } from './service-card.tsx';
import { Shortcuts } from './shortcuts.tsx';

/** Guides an empty account to its first request; shows everyone else their usage and limits. */
export function OverviewPage() {
  const { full_name } = useAccount();
  const query = useChosenClient(undefined);
  const [isGuided, setIsGuided] = useState(false);
  const mayCreate = useMayCreateClients();
  if (query.data === null && mayCreate && !isGuided) setIsGuided(true);
  return (
    <Page
      title="Overview"
      description={isGuided ? `Welcome, ${full_name}. Get your first forecast in three steps.` : undefined}
    >
      <EmailNotice />
      <Loaded query={query}>
        {() => (isGuided ? <FirstCall onDone={() => setIsGuided(false)} /> : <BusiestCard />)}
      </Loaded>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ServiceCard />
        <Shortcuts />
      </div>
    </Page>
  );
}
