import { useMemo } from 'react';
import type { Usage } from '../../api/schemas.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { formatCount, formatShortCount } from '../../ui/format.ts';
import { type Grouping, groupUsage } from './usage-groups.ts';

interface RequestsChartProps {
  usage: Usage;
  grouping: Grouping;
  timeZone: string;
}

export function RequestsChart({ usage, grouping, timeZone }: RequestsChartProps) {
  const { series, times } = useMemo(
    () => ({ ...groupUsage(usage, grouping), times: timesOf(usage) }),
    [usage, grouping],
  );
  return (
    <Chart
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

export const timesOf = ({ buckets }: Usage): number[] => buckets.map(({ start }) => Date.parse(start) / 1000);
