import { HOUR_MS, MINUTE_MS } from '../../core/time/index.js';
import { type CoveredHours, hoursOfDay } from '../plan/covered-hours.js';
import { type AnswerWarnings } from '../series/answer-warnings.js';
import { type TimelineParts } from './forecast-answer.js';
import { type ForecastQuery } from '../request/forecast-query.js';
import { type Timeline } from '../request/parameters.js';
import { type MetricSeries } from '../series/metric-series.js';
import { dailyTimeline } from './daily-timeline.js';
import { hourlyTimeline } from './hourly-timeline.js';
import { minutelyTimeline } from './minutely-timeline.js';
import { type ServedTimeline, withEntriesOf } from './served-timeline.js';
import type { EntrySpan, LocalDay, TimelineSpans } from '../request/timeline-spans.js';

/** Minutes per part, so that one takes a millisecond or two and does not hold up other requests. */
const MINUTES_OF_PART = 240;

/** What fills the entries that runs lack. */
export interface Filling {
  series: MetricSeries;
  /** The hours that need no filling. A day needs none if it has any of them. */
  covered: CoveredHours;
}

/** The timelines of a response; the series have the hours that the spans need. */
export function makeTimelines(
  series: MetricSeries,
  { hourly, minutely, daily }: TimelineSpans,
  query: ForecastQuery,
  warnings: AnswerWarnings,
  filling?: Filling,
): Partial<Record<Timeline, TimelineParts>> {
  const { fields, units } = query;
  if (minutely) warnings.add('interpolated_minutes');
  const filled = (
    make: (of: MetricSeries) => ServedTimeline,
    isCovered: (entry: number, covered: CoveredHours) => boolean,
  ) => {
    const timeline = make(series);
    if (!filling) return timeline;
    const isFilled = Array.from(timeline.timesMs, (_, entry) => !isCovered(entry, filling.covered));
    if (!isFilled.includes(true)) return timeline;
    return withEntriesOf(timeline, make(filling.series), (entry) => isFilled[entry]);
  };
  const steps = (make: typeof hourlyTimeline, span: EntrySpan, stepMs: number) =>
    filled(
      (of) => make(of, span, fields, units),
      (entry, covered) => covered.has(span.firstMs + entry * stepMs),
    );
  const days = (of: LocalDay[]) =>
    filled(
      (one) => dailyTimeline(one, of, fields, units, query),
      (entry, covered) => covered.hasAnyOf(hoursOfDay(of[entry])),
    );
  return {
    ...(hourly && { hourly: whole(() => steps(hourlyTimeline, hourly, HOUR_MS)) }),
    ...(minutely && { minutely: inParts(minutely, (part) => steps(minutelyTimeline, part, MINUTE_MS)) }),
    ...(daily && { daily: whole(() => days(daily)) }),
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
