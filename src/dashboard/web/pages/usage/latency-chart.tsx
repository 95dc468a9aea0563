import { useMemo } from 'react';
import type { Usage } from '../../api/schemas.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import type { Series } from '../../ui/chart/series.ts';
import { formatMs } from '../../ui/format.ts';
import { timesOf } from './requests-chart.tsx';

const PERCENTILES = [
  { name: 'p50', colour: 'chart-1' },
  { name: 'p95', colour: 'chart-3' },
  { name: 'p99', colour: 'chart-6' },
] as const;

/** Drawn as dots, since nothing is known about times without requests. */
export function LatencyChart({ usage, timeZone }: { usage: Usage; timeZone: string }) {
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
