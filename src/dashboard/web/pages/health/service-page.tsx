import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { CloudDownload } from 'lucide-react';
import { runsQuery } from '../../api/catalogue.ts';
import type { Readiness, StoredRun } from '../../api/schemas.ts';
import { reach } from '../../api/transport/connection.ts';
import { Badge } from '../../ui/badge.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { Button, GuideLink } from '../../ui/button.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { HOUR_MS } from '../../ui/durations.ts';
import { Card, DefinitionList, Page } from '../../ui/layout/page.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { Meter } from '../../ui/meter.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states/notice.tsx';
import { formatBytes, formatCount, formatDuration, Time, UtcTime } from '../../ui/time.tsx';
import { ModelCard } from './model-card.tsx';

export function ServicePage() {
  const runs = useQuery(runsQuery);
  const readiness = useQuery(readinessQuery);
  return (
    <Page
      title="Service"
      actions={<CheckButton />}
      description={
        <>
          Health, the state of each model, and stored model runs. Times of runs are in UTC. See also the{' '}
          <GuideLink to="monitoring">monitoring guide</GuideLink>.
        </>
      }
    >
      <HealthCard query={readiness} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        {/* About as high as a model's card. */}
        {runs.isPending && <Skeleton className="h-80 w-full" />}
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

function CheckButton() {
  const check = useChange('post', '/v1/status/check', {
    meta: { outdates: ['/v1/weather/runs', '/v1/status'] },
    onSuccess: () => showToast('Looking for model runs.'),
    onError: ({ message }) => showToast(message, 'danger'),
  });
  return (
    <Button isPending={check.isPending} onClick={() => check.mutate({})}>
      Check now
    </Button>
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

const REFRESH_MS = 5000;

/** A 503 response also has a body, which says what is unavailable. */
const readinessQuery = queryOptions({
  queryKey: ['readiness'],
  queryFn: async (): Promise<Readiness> => {
    const response = await reach(new Request('/health/ready', { cache: 'no-store' }));
    return (await response.json()) as Readiness;
  },
  refetchInterval: REFRESH_MS,
  staleTime: 0,
});

const COLUMNS: Column<StoredRun>[] = [
  {
    title: 'Run',
    cell: ({ run, model, resolution }) => (
      <>
        <p className="font-medium">
          <UtcTime instant={run} />
        </p>
        <p className="text-muted">
          {model.toUpperCase()} {resolution}
        </p>
      </>
    ),
  },
  { title: 'Age', cell: ({ ageSeconds }) => formatDuration(ageSeconds) },
  { title: 'Published', cell: ({ publishedAt }) => <Time instant={publishedAt} /> },
  { title: 'Forecast until', cell: (run) => <Reach run={run} /> },
  {
    title: 'Steps',
    isNumeric: true,
    cell: ({ steps, missingSteps }) => (
      <>
        {formatCount(steps)}
        {missingSteps.length > 0 && (
          <span className="block text-[0.8125rem] text-muted">
            {formatCount(missingSteps.length)} missing
          </span>
        )}
      </>
    ),
  },
  { title: 'On disk', isNumeric: true, cell: ({ sizeBytes }) => formatBytes(sizeBytes) },
  { title: 'Status', cell: (run) => <RunState run={run} /> },
];

function RunsTable({ runs }: { runs: StoredRun[] }) {
  if (runs.length === 0)
    return (
      <EmptyState icon={CloudDownload} title="No model runs yet">
        Until the first run is stored, requests return long-term averages. If the ingest schedule is on, it
        downloads one automatically.
      </EmptyState>
    );
  return (
    <Table
      caption="Model runs"
      columns={COLUMNS}
      rows={runs}
      keyOf={({ model, resolution, run }) => `${model} ${resolution} ${run}`}
    />
  );
}

/** How far a run reaches, with its progress while it is still being published. */
function Reach({ run: { firstTime, lastTime, expectedLastTime, isComplete } }: { run: StoredRun }) {
  const hoursTo = (time: string) => (Date.parse(time) - Date.parse(firstTime)) / HOUR_MS;
  return (
    <>
      <UtcTime instant={lastTime} />
      {!isComplete && expectedLastTime !== null && (
        <PartOfRun hours={hoursTo(lastTime)} allHours={hoursTo(expectedLastTime)} />
      )}
    </>
  );
}

function PartOfRun({ hours, allHours }: { hours: number; allHours: number }) {
  const text = `${formatCount(hours)} of ${formatCount(allHours)} hours`;
  return (
    <span className="mt-1 block min-w-36 space-y-1">
      <Meter name="Published so far" value={hours} max={allHours} text={text} isProgress />
      <span className="block text-[0.8125rem] text-muted tabular-nums">{text} so far</span>
    </span>
  );
}

function RunState({ run: { warnings, missingSteps, isComplete } }: { run: StoredRun }) {
  if (!isComplete) return <Badge tone="accent">In progress</Badge>;
  if (warnings.length === 0)
    return missingSteps.length === 0 ? (
      <Badge tone="success">Complete</Badge>
    ) : (
      <Badge tone="neutral">Partial</Badge>
    );
  return (
    <details className="sm:max-w-72">
      <summary>
        <Badge tone="warning">
          {warnings.length === 1 ? '1 warning' : `${formatCount(warnings.length)} warnings`}
        </Badge>
      </summary>
      <ul className="mt-1 list-disc space-y-1 pl-4 text-left text-[0.8125rem]">
        {warnings.map(({ code, detail }) => (
          <li key={`${code} ${detail}`}>{detail}</li>
        ))}
      </ul>
    </details>
  );
}
