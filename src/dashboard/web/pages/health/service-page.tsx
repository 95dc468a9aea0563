import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { readinessQuery } from '../../api/health.ts';
import { runsQuery } from '../../api/catalogue.ts';
import type { Readiness } from '../../api/schemas.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { DefinitionList } from '../../ui/layout/definition-list.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { GuideLink } from '../../ui/button.tsx';
import { ModelCard } from './model-card.tsx';
import { RunsTable } from './runs-table.tsx';

export function ServicePage() {
  const runs = useQuery(runsQuery);
  const readiness = useQuery(readinessQuery);
  return (
    <Page
      title="Service"
      description={
        <>
          Health, the schedule and source of each model, and stored model runs. See also the{' '}
          <GuideLink to="monitoring">monitoring guide</GuideLink>.
        </>
      }
    >
      <HealthCard query={readiness} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        {runs.data?.models.map((schedule) => (
          <ModelCard
            key={schedule.model}
            schedule={schedule}
            ingest={runs.data.ingest.find(({ model }) => model === schedule.model)}
            feed={readiness.data?.feeds.find(({ model }) => model === schedule.model)}
          />
        ))}
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

function HealthCard({ query }: { query: UseQueryResult<Readiness> }) {
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
