import { useQuery } from '@tanstack/react-query';
import { Activity } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { type UsageFilter, usageQuery } from '../../api/usage.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { BreakdownTable } from './breakdown-table.tsx';
import { Figures } from './figures.tsx';
import { LatencyChart } from './latency-chart.tsx';
import { RequestsChart } from './requests-chart.tsx';
import { type Grouping, groupingInText, GROUPINGS } from './usage-groups.ts';

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
