import { useQuery } from '@tanstack/react-query';
import { readinessQuery } from '../../api/health.ts';
import { runsQuery } from '../../api/runs.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { IngestCard } from './ingest-card.tsx';
import { RunsTable } from './runs-table.tsx';

export function ServicePage() {
  const runs = useQuery(runsQuery);
  return (
    <Page title="Service" description="Whether it can answer, and what it answers from.">
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <HealthCard />
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
        description="What is stored, newest first. Older ones go as new ones come."
        isFlush
      >
        <Loaded query={runs}>{({ runs: stored }) => <RunsTable runs={stored} />}</Loaded>
      </Card>
    </Page>
  );
}

function HealthCard() {
  const query = useQuery(readinessQuery);
  return (
    <Card title="Health" description="What a load balancer is told at /health/ready.">
      <Loaded query={query}>
        {({ status, database, store }) => (
          <DefinitionList
            items={[
              { title: 'Service', value: <State state={status} /> },
              { title: 'Database', value: <State state={database} /> },
              { title: 'Model runs', value: <State state={store} /> },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

function State({ state }: { state: 'ready' | 'unavailable' | 'draining' }) {
  if (state === 'draining') return <Badge tone="warning">Stopping</Badge>;
  return state === 'ready' ? <Badge tone="success">Ready</Badge> : <Badge tone="danger">Unavailable</Badge>;
}
