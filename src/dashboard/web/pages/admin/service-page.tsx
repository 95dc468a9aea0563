import { useQuery } from '@tanstack/react-query';
import { readinessQuery } from '../../api/health.ts';
import { runsQuery } from '../../api/runs.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { DefinitionList } from '../../ui/layout/definition-list.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { FeedCard } from './feed-card.tsx';
import { IngestCard } from './ingest-card.tsx';
import { RunsTable } from './runs-table.tsx';

export function ServicePage() {
  const runs = useQuery(runsQuery);
  return (
    <Page
      title="Service"
      description={
        <>
          Health, ingest and stored model runs. See also the{' '}
          <a href="/docs/monitoring" className="text-accent underline underline-offset-4">
            monitoring guide
          </a>
          .
        </>
      }
    >
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <HealthCard />
        <FeedCards />
        <Loaded query={runs}>
          {({ ingest }) => (
            <>
              {ingest.map((one) => (
                <IngestCard key={`${one.model} ${one.resolution}`} ingest={one} />
              ))}
            </>
          )}
        </Loaded>
      </div>
      <Card
        title="Model runs"
        description="Stored runs, newest first. Older runs are deleted as new ones arrive."
        isFlush
      >
        <Loaded query={runs}>{({ runs: stored }) => <RunsTable runs={stored} />}</Loaded>
      </Card>
    </Page>
  );
}

function FeedCards() {
  const query = useQuery(readinessQuery);
  return query.data?.feeds.map((feed) => <FeedCard key={feed.model} feed={feed} />);
}

function HealthCard() {
  const query = useQuery(readinessQuery);
  return (
    <Card title="Health" description="What /health/ready reports to a load balancer.">
      <Loaded query={query}>
        {({ status, database, store, damaged_runs: damaged }) => (
          <DefinitionList
            items={[
              { title: 'Service', value: <State state={status} /> },
              { title: 'Database', value: <State state={database} /> },
              { title: 'Model runs', value: <State state={store} /> },
              { title: 'Damaged runs', value: <Damaged runs={damaged} /> },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

function Damaged({ runs }: { runs: number }) {
  if (runs === 0) return 'None';
  return (
    <div className="space-y-1">
      <Badge tone="warning">{`${runs} out of service`}</Badge>
      <p>Other runs are used until {runs === 1 ? 'it is' : 'they are'} fetched again. Check the disk.</p>
    </div>
  );
}

function State({ state }: { state: 'ready' | 'unavailable' | 'draining' }) {
  if (state === 'draining') return <Badge tone="warning">Stopping</Badge>;
  return state === 'ready' ? <Badge tone="success">Ready</Badge> : <Badge tone="danger">Unavailable</Badge>;
}
