import { type AnswerWarnings } from '../series/answer-warnings.js';
import { type TimelineParts } from './forecast-answer.js';
import { type ForecastQuery } from '../request/forecast-query.js';
import { type Timeline } from '../request/parameters.js';
import { type MetricSeries } from '../series/metric-series.js';
import { dailyTimeline } from './daily-timeline.js';
import { hourlyTimeline } from './hourly-timeline.js';
import { minutelyTimeline } from './minutely-timeline.js';
import { type ServedTimeline } from './served-timeline.js';
import { type EntrySpan, MINUTE_MS, type TimelineSpans } from '../request/timeline-spans.js';

/** Minutes per part, so that one takes a millisecond or two and does not hold up other requests. */
const MINUTES_OF_PART = 240;

/** The timelines of a response; the series has the hours that the spans need. */
export function makeTimelines(
  series: MetricSeries,
  { hourly, minutely, daily }: TimelineSpans,
  query: ForecastQuery,
  warnings: AnswerWarnings,
): Partial<Record<Timeline, TimelineParts>> {
  const { fields, units } = query;
  if (minutely) warnings.add('interpolated_minutes');
  return {
    ...(hourly && { hourly: whole(() => hourlyTimeline(series, hourly, fields, units)) }),
    ...(minutely && {
      minutely: inParts(minutely, (part) => minutelyTimeline(series, part, fields, units)),
    }),
    ...(daily && { daily: whole(() => dailyTimeline(series, daily, fields, units, query)) }),
  };
}

function* whole(make: () => ServedTimeline): TimelineParts {
  yield make();
}

/** Minutes only depend on the hours around them, so parts can be calculated one by one. */
function* inParts({ firstMs, count }: EntrySpan, make: (part: EntrySpan) => ServedTimeline): TimelineParts {
  for (let first = 0; first < count; first += MINUTES_OF_PART) {
    const length = Math.min(MINUTES_OF_PART, count - first);
    yield make({ firstMs: firstMs + first * MINUTE_MS, count: length });
  }
}
