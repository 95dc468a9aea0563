import { noSeries } from './series.js';

/**
 * The spans of time that a series' values cover: value `steps[k]` covers `startHours[k]` to `endHours[k]`. Sorted by
 * end; the spans of a run do not overlap.
 */
export interface Spans {
  startHours: Float64Array;
  endHours: Float64Array;
  steps: Int32Array;
}

/**
 * Returns the mean of each hour: that of the span that contains the hour.
 *
 * @param values in any unit; NaN where missing
 * @param hours starts of the hours, ascending whole hours
 * @param lastHour the last hour of the run, which takes the value of the span that ends there, since no span follows
 * @returns one value for each hour, in the unit of the values; NaN where no span covers the hour
 */
export function hourlyMeans(
  spans: Spans,
  values: ArrayLike<number>,
  hours: ArrayLike<number>,
  lastHour: number,
): Float64Array {
  const means = noSeries(hours.length);
  forEachCovered(spans, hours, (hour, k) => {
    means[hour] = values[spans.steps[k]];
  });
  const lastSpan = spans.steps.length - 1;
  if (hours[hours.length - 1] === lastHour && spans.endHours[lastSpan] === lastHour)
    means[hours.length - 1] = values[spans.steps[lastSpan]];
  return means;
}

/**
 * Returns the amount of each hour: that of the span that contains the hour, divided evenly over the span's hours, so
 * that the hours of a span add up to its amount.
 *
 * @param amounts of the spans, in any unit; NaN where missing
 * @param hours starts of the hours, ascending whole hours
 * @returns one value for each hour, in the unit of the amounts; NaN where no span covers the hour
 */
export function hourlyAmounts(
  spans: Spans,
  amounts: ArrayLike<number>,
  hours: ArrayLike<number>,
): Float64Array {
  const hourly = noSeries(hours.length);
  forEachCovered(spans, hours, (hour, k) => {
    hourly[hour] = amounts[spans.steps[k]] / (spans.endHours[k] - spans.startHours[k]);
  });
  return hourly;
}

function forEachCovered(
  { startHours, endHours }: Spans,
  hours: ArrayLike<number>,
  use: (hour: number, span: number) => void,
): void {
  let k = 0;
  for (let i = 0; i < hours.length; i++) {
    while (k < endHours.length && endHours[k] < hours[i] + 1) k++;
    if (k < endHours.length && startHours[k] <= hours[i]) use(i, k);
  }
}
