import { type AnswerWarnings } from '../answer-warnings.js';
import { type ForecastQuery, type Timeline } from '../forecast-query.js';
import { type MetricSeries } from '../series/metric-series.js';
import { dailyTimeline } from './daily-timeline.js';
import { hourlyTimeline } from './hourly-timeline.js';
import { minutelyTimeline } from './minutely-timeline.js';
import { type ServedTimeline } from './served-timeline.js';
import { type TimelineSpans } from './timeline-spans.js';

/** The timelines of an answer; the series has the hours that the spans need. */
export function makeTimelines(
  series: MetricSeries,
  { hourly, minutely, daily }: TimelineSpans,
  query: ForecastQuery,
  warnings: AnswerWarnings,
): Partial<Record<Timeline, ServedTimeline>> {
  const { fields, units } = query;
  if (minutely) warnings.add('interpolated_minutes');
  return {
    ...(hourly && { hourly: hourlyTimeline(series, hourly, fields, units) }),
    ...(minutely && { minutely: minutelyTimeline(series, minutely, fields, units) }),
    ...(daily && { daily: dailyTimeline(series, daily, fields, units, query) }),
  };
}
