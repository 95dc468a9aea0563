import { useMemo } from 'react';
import type { Field, Forecast, HourlyEntry } from '../../../api/schemas.ts';
import type { Series } from '../../../ui/chart/series.ts';
import { HOUR_SECONDS } from '../../../ui/durations.ts';
import { sectionsOf } from '../sources.ts';
import { COLOURS, type MetricChart, MetricCharts, panelsOf } from './metric-charts.tsx';
import { metricFormat } from './metric-format.ts';
import { bandOf, withoutQuantiles } from './quantiles.ts';

interface HourlyChartsProps {
  entries: HourlyEntry[];
  meta: Forecast['meta'];
  catalogue: Field[];
}

export function HourlyCharts({ entries, meta, catalogue }: HourlyChartsProps) {
  const times = useMemo(() => entries.map(({ time }) => Date.parse(time) / 1000), [entries]);
  const charts = useMemo(
    () =>
      panelsOf(withoutQuantiles(catalogue)).map(({ title, chart, min, max, fields }): MetricChart => {
        const series = fields.map(({ name, title: label }, i): Series => ({
          title: label,
          colour: COLOURS[i % COLOURS.length],
          kind: chart,
          values: entries.map(({ values }) => values[name] ?? null),
        }));
        return {
          title,
          isFromZero: min === 0,
          range: min === null || max === null ? undefined : [min, max],
          series: [...series, ...fields.flatMap(({ name }, i) => bandOf(name, series[i], entries))],
          sections: sectionsOf(
            meta.sources,
            fields.map(({ name }) => name),
            times,
            HOUR_SECONDS,
          ),
          format: metricFormat(fields[0], meta.units),
        };
      }),
    [entries, times, meta, catalogue],
  );
  return <MetricCharts charts={charts} times={times} timeZone={meta.timezone} />;
}
