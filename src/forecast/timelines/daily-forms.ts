import { METRICS, type Metric, type MetricName } from '../../meteo/metrics.js';

/** How the hours of a day become one value. */
export type DailyMeasure =
  'minimum' | 'maximum' | 'average' | 'vector-average' | 'sum' | 'dominant-by-day' | 'most-severe';

/** One daily value: its name in an answer, and the metric whose hours, units and precision it has. */
export interface DailyForm {
  name: string;
  metric: MetricName;
  measure: DailyMeasure;
  title: string;
  units: Metric['units'];
}

/** The daily values that stand for a metric. */
export function dailyForms(metric: MetricName): DailyForm[] {
  const { title, units } = METRICS[metric];
  const form = (name: string, measure: DailyMeasure, formTitle: string): DailyForm => ({
    name,
    metric,
    measure,
    title: formTitle,
    units,
  });
  switch (metric) {
    case 'windDirection':
      return [form('windDirectionAvg', 'vector-average', `${title}: direction of the day's average wind`)];
    case 'snowAccumulation':
      return [form('snowAccumulationSum', 'sum', `${title}: daily total`)];
    case 'weatherCode':
      return [
        form('weatherCode', 'dominant-by-day', `${title}: the most frequent one in daylight`),
        form('weatherCodeMax', 'most-severe', `${title}: the most severe one of the day`),
      ];
    default:
      return [
        form(`${metric}Min`, 'minimum', `${title}: daily minimum`),
        form(`${metric}Max`, 'maximum', `${title}: daily maximum`),
        form(`${metric}Avg`, 'average', `${title}: daily average`),
        ...(metric === 'precipitationIntensity'
          ? [
              {
                ...form('precipitationAccumulationSum', 'sum', 'Precipitation: daily total'),
                units: { metric: 'mm', imperial: 'in' },
              },
            ]
          : []),
      ];
  }
}
