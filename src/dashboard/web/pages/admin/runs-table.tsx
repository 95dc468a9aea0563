import { CloudDownload } from 'lucide-react';
import type { StoredRun } from '../../api/schemas.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { formatBytes, formatCount, formatDuration } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { Time } from '../../ui/time.tsx';

const COLUMNS: Column<StoredRun>[] = [
  {
    title: 'Run',
    cell: ({ run, model, resolution }) => (
      <>
        <p className="font-medium">
          <Time instant={run} isRelative={false} />
        </p>
        <p className="text-muted">
          {model.toUpperCase()} {resolution}
        </p>
      </>
    ),
  },
  { title: 'Age', cell: ({ ageSeconds }) => formatDuration(ageSeconds) },
  { title: 'Published', cell: ({ publishedAt }) => <Time instant={publishedAt} /> },
  { title: 'Forecast until', cell: ({ lastTime }) => <Time instant={lastTime} isRelative={false} /> },
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
  { title: 'Status', cell: (run) => <State run={run} /> },
];

export function RunsTable({ runs }: { runs: StoredRun[] }) {
  if (runs.length === 0)
    return (
      <EmptyState icon={<CloudDownload aria-hidden className="size-5" />} title="No model runs yet">
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

function State({ run: { warnings, missingSteps, isComplete } }: { run: StoredRun }) {
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
