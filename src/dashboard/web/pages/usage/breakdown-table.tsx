import { useMemo } from 'react';
import type { Usage } from '../../api/schemas.ts';
import { Swatch } from '../../ui/chart/chart-legend.tsx';
import { formatCount, formatShare } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { type Grouping, GROUPINGS, groupUsage, type GroupTotal } from './usage-groups.ts';

export function BreakdownTable({ usage, grouping }: { usage: Usage; grouping: Grouping }) {
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
