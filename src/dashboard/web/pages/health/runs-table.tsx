import { CloudDownload } from 'lucide-react';
import type { StoredRun } from '../../api/schemas.ts';
import { Badge } from '../../ui/badge.tsx';
import { HOUR_MS } from '../../ui/durations.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { formatBytes, formatCount, formatDuration } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { Meter } from '../../ui/meter.tsx';
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
  { title: 'Status', cell: (run) => <State run={run} /> },
];

export function RunsTable({ runs }: { runs: StoredRun[] }) {
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
      <Time instant={lastTime} isRelative={false} />
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
