import { useMemo } from 'react';
import type { Field, Forecast, HourlyEntry } from '../../../api/schemas.ts';
import type { Series } from '../../../ui/chart/series.ts';
import { metricFormat } from './metric-format.ts';
import { MetricCharts } from './metric-charts.tsx';
import { COLOURS, PANELS } from './panels.ts';

interface HourlyChartsProps {
  entries: HourlyEntry[];
  meta: Forecast['meta'];
  catalogue: Field[];
}

export function HourlyCharts({ entries, meta, catalogue }: HourlyChartsProps) {
  const times = useMemo(() => entries.map(({ time }) => Date.parse(time) / 1000), [entries]);
  const charts = useMemo(
    () =>
      PANELS.map((panel) => {
        const fields = panel.fields.map((name) => catalogue.find((field) => field.name === name)!);
        const series = fields.map(({ name, title }, i): Series => ({
          title,
          colour: COLOURS[i],
          kind: panel.kind,
          values: entries.map(({ values }) => values[name] ?? null),
        }));
        const { title, isFromZero, range } = panel;
        return { title, isFromZero, range, series, format: metricFormat(fields[0], meta.units) };
      }),
    [entries, meta.units, catalogue],
  );
  return <MetricCharts charts={charts} times={times} timeZone={meta.timezone} />;
}
