import { useQuery } from '@tanstack/react-query';
import { Activity } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { useMemo } from 'react';
import type { Usage, UsageCounts } from '../../api/schemas.ts';
import { type UsageFilter, usageQuery } from '../../api/clients.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Chart } from '../../ui/chart/chart.tsx';
import type { Series } from '../../ui/chart/series.ts';
import { Swatch } from '../../ui/chart/swatch.tsx';
import {
  formatAmount,
  formatBytes,
  formatCount,
  formatMs,
  formatShare,
  formatShortCount,
} from '../../ui/time.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states/notice.tsx';
import { type Grouping, groupingInText, GROUPINGS, type GroupTotal, groupUsage } from './usage-groups.ts';

interface ReportCardsProps {
  filter: UsageFilter;
  grouping: Grouping;
  isLive: boolean;
  onGrouping: (grouping: Grouping) => void;
}

/** Sends two requests: grouped for the bars and totals, ungrouped for the latencies. */
export function ReportCards({ filter, grouping, isLive, onGrouping }: ReportCardsProps) {
  const plain = useQuery(usageQuery(filter, isLive));
  const grouped = useQuery(usageQuery({ ...filter, group_by: grouping }, isLive));
  const timeZone = filter.timezone ?? 'UTC';
  const isEmpty = plain.data?.totals.requests === 0;
  return (
    <>
      <Loaded query={plain} skeleton={<Skeleton className="h-24 w-full" />}>
        {({ totals }) => <Figures totals={totals} />}
      </Loaded>
      <Card
        title="Requests"
        description={`Requests by ${groupingInText(grouping)}.`}
        actions={<GroupingPicker value={grouping} onChange={onGrouping} />}
      >
        <Loaded query={grouped} skeleton={<Skeleton className="h-64 w-full" />}>
          {(usage) =>
            isEmpty ? <NoRequests /> : <RequestsChart usage={usage} grouping={grouping} timeZone={timeZone} />
          }
        </Loaded>
      </Card>
      {!isEmpty && (
        <div className="grid gap-6 xl:grid-cols-2">
          <Card title="Breakdown" description={`Totals by ${groupingInText(grouping)}.`} isFlush>
            <Loaded query={grouped}>{(usage) => <BreakdownTable usage={usage} grouping={grouping} />}</Loaded>
          </Card>
          <Card
            title="Latency"
            description="Response time in the service: median, 95th and 99th percentiles."
          >
            <Loaded query={plain} skeleton={<Skeleton className="h-64 w-full" />}>
              {(usage) => <LatencyChart usage={usage} timeZone={timeZone} />}
            </Loaded>
          </Card>
        </div>
      )}
    </>
  );
}

function NoRequests() {
  return (
    <EmptyState
      icon={Activity}
      title="No requests in this period"
      action={
        <ButtonLink to="/forecast" look="primary">
          Request a forecast
        </ButtonLink>
      }
    >
      Choose a longer period, or send a request with one of your API keys. It appears here within seconds.
    </EmptyState>
  );
}

function GroupingPicker({ value, onChange }: { value: Grouping; onChange: (grouping: Grouping) => void }) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label="Group by"
      value={value}
      onValueChange={(chosen) => chosen !== '' && onChange(chosen as Grouping)}
      className="inline-flex flex-wrap rounded-md border border-line p-0.5"
    >
      {Object.entries(GROUPINGS).map(([grouping, title]) => (
        <ToggleGroup.Item
          key={grouping}
          value={grouping}
          className="min-h-7 rounded px-2.5 text-[0.8125rem] font-medium text-muted hover:text-text data-[state=on]:bg-accent-soft data-[state=on]:text-accent"
        >
          {title}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}

interface Figure {
  title: string;
  text: string;
  hint: string;
}

function figuresOf({ requests, units, errors, throttled, bytes, latency_ms }: UsageCounts): Figure[] {
  const share = (count: number) => (requests === 0 ? '–' : formatShare(count / requests));
  return [
    { title: 'Requests', text: formatCount(requests), hint: formatAmount(units, 'unit') },
    { title: 'Served', text: share(requests - errors), hint: `${formatCount(errors)} rejected or failed` },
    {
      title: 'Rate limited',
      text: formatCount(throttled),
      hint: requests === 0 ? 'No requests' : `${share(throttled)} of all`,
    },
    {
      title: 'Latency, p95',
      text: latency_ms.p95 === null ? '–' : formatMs(latency_ms.p95),
      hint: latency_ms.p50 === null ? 'No requests' : `p50 ${formatMs(latency_ms.p50)}`,
    },
    {
      title: 'Sent',
      text: formatBytes(bytes),
      hint: requests === 0 ? 'No requests' : `${formatBytes(bytes / requests)} each`,
    },
  ];
}

/** The period's totals. */
function Figures({ totals }: { totals: UsageCounts }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line shadow-card sm:grid-cols-3 lg:grid-cols-5">
      {figuresOf(totals).map(({ title, text, hint }) => (
        <div
          key={title}
          className="flex flex-col bg-surface px-4 py-3 last:col-span-2 sm:px-5 lg:last:col-span-1"
        >
          <dt className="text-muted">{title}</dt>
          <dd className="text-xl leading-snug font-semibold tabular-nums">{text}</dd>
          <dd className="text-[0.8125rem] text-muted tabular-nums">{hint}</dd>
        </div>
      ))}
    </dl>
  );
}

interface RequestsChartProps {
  usage: Usage;
  grouping: Grouping;
  timeZone: string;
}

function RequestsChart({ usage, grouping, timeZone }: RequestsChartProps) {
  const { series, times } = useMemo(
    () => ({ ...groupUsage(usage, grouping), times: timesOf(usage) }),
    [usage, grouping],
  );
  return (
    <Chart
      key={shapeOf(usage)}
      name="Requests over time"
      times={times}
      series={series}
      timeZone={timeZone}
      isByDay={usage.interval === 'day'}
      formatValue={formatCount}
      formatAxis={(value) => (Number.isInteger(value) ? formatShortCount(value) : '')}
      isStacked
      heightPx={260}
    />
  );
}

/** A part that was enlarged belongs to a period. */
const shapeOf = ({ interval, buckets }: Usage) => `${interval} ${buckets.length}`;

const timesOf = ({ buckets }: Usage): number[] => buckets.map(({ start }) => Date.parse(start) / 1000);

const PERCENTILES = [
  { name: 'p50', colour: 'chart-1' },
  { name: 'p95', colour: 'chart-3' },
  { name: 'p99', colour: 'chart-6' },
] as const;

/** Drawn as dots, since nothing is known about times without requests. */
function LatencyChart({ usage, timeZone }: { usage: Usage; timeZone: string }) {
  const { series, times } = useMemo(
    () => ({
      times: timesOf(usage),
      series: PERCENTILES.map(({ name, colour }): Series => ({
        title: name,
        colour,
        kind: 'dots',
        values: usage.buckets.map(({ groups }) => groups.at(0)?.latency_ms[name] ?? null),
      })),
    }),
    [usage],
  );
  return (
    <Chart
      key={shapeOf(usage)}
      name="Latency over time"
      times={times}
      series={series}
      timeZone={timeZone}
      isByDay={usage.interval === 'day'}
      formatValue={formatMs}
      isFromZero
      heightPx={220}
    />
  );
}

function BreakdownTable({ usage, grouping }: { usage: Usage; grouping: Grouping }) {
  const { totals } = useMemo(() => groupUsage(usage, grouping), [usage, grouping]);
  const all = usage.totals.requests;
  const columns: Column<GroupTotal>[] = [
    {
      title: GROUPINGS[grouping],
      cell: ({ title, colour }) => (
        <span className="inline-flex items-center gap-2 font-medium">
          <Swatch colour={colour} />
          <span className="wrap-anywhere">{title}</span>
        </span>
      ),
    },
    { title: 'Requests', isNumeric: true, cell: ({ requests }) => formatCount(requests) },
    {
      title: 'Share',
      isNumeric: true,
      cell: ({ requests }) => (all === 0 ? '–' : formatShare(requests / all)),
    },
    { title: 'Units', isNumeric: true, cell: ({ units }) => formatCount(units) },
    ...(grouping === 'status'
      ? []
      : [{ title: 'Errors', isNumeric: true, cell: ({ errors }: GroupTotal) => formatCount(errors) }]),
  ];
  return <Table caption="Breakdown" columns={columns} rows={totals} keyOf={({ title }) => title} />;
}
