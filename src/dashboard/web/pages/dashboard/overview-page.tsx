import { useState } from 'react';
import { useChosenClient } from '../../api/clients.ts';
import { useMayCreateClients } from '../../api/organizations.ts';
import { useAccount, useDashboardPages } from '../../api/session.ts';
import { EmailNotice } from '../../shell/email-notice.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { BusiestCard } from './busiest-card.tsx';
import { FirstCall } from './first-call.tsx';
import { useQuery } from '@tanstack/react-query';
import { runsQuery } from '../../api/catalogue.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { DefinitionList } from '../../ui/layout/definition-list.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';

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

/** The model runs that forecasts currently come from. */
function ServiceCard() {
  const query = useQuery(runsQuery);
  return (
    <Card title="Forecast data" description="The newest weather model run behind your forecasts.">
      <Loaded query={query}>
        {({ runs }) => {
          const newest = runs.at(0);
          if (newest === undefined)
            return (
              <Notice tone="info" title="No model run yet">
                <p>
                  The service downloads one as soon as the source has it. Until then, requests return
                  long-term averages, with the source <span className="font-mono">climatology</span>.
                </p>
              </Notice>
            );
          return (
            <DefinitionList
              items={[
                { title: 'Model', value: `${newest.model.toUpperCase()} ${newest.resolution}` },
                { title: 'Run', value: <Time instant={newest.run} isRelative={false} /> },
                { title: 'Published', value: <Time instant={newest.publishedAt} /> },
                { title: 'Forecast until', value: <Time instant={newest.lastTime} isRelative={false} /> },
                {
                  title: 'Status',
                  value:
                    newest.warnings.length === 0 ? (
                      <Badge tone="success">Complete</Badge>
                    ) : (
                      <Badge tone="warning">With warnings</Badge>
                    ),
                },
              ]}
            />
          );
        }}
      </Loaded>
    </Card>
  );
}

const LINKS = [
  { to: '/forecast', text: 'See the forecast for a location and copy the request.' },
  { to: '/reference', text: 'Browse every operation and try it.' },
  { to: '/usage', text: 'See requests, errors and latency.' },
] as const;

function Shortcuts() {
  const pages = useDashboardPages();
  return (
    <Card title="Next steps" isFlush>
      <ul>
        {LINKS.map(({ to, text }) => (
          <li key={to} className="border-t border-line">
            <Link
              to={to}
              className="flex items-center gap-3 px-4 py-3 -outline-offset-2 hover:bg-sunken sm:px-5"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{pages.find(({ path }) => path === to)?.title}</span>
                <span className="block text-muted">{text}</span>
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
