import { noSeries } from './series.js';

/**
 * What the values of a series cover: value `places[k]` the time from `startHours[k]` to `endHours[k]`. By ascending end;
 * the spans of a run do not overlap.
 */
export interface Spans {
  startHours: Float64Array;
  endHours: Float64Array;
  places: Int32Array;
}

/**
 * The mean for each hour: that of the span in which the hour that begins at the position lies.
 *
 * @param values in any unit; NaN where missing
 * @param hours ascending whole hours
 * @param lastHour the last hour of the run, for which the span that ends there stands in: none can follow
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
    means[hour] = values[spans.places[k]];
  });
  const lastSpan = spans.places.length - 1;
  if (hours[hours.length - 1] === lastHour && spans.endHours[lastSpan] === lastHour)
    means[hours.length - 1] = values[spans.places[lastSpan]];
  return means;
}

/**
 * The amount of each hour: that of the span in which the hour that begins at the position lies, divided evenly over
 * the span's hours, so that the hours of a span add up to its amount.
 *
 * @param amounts of the spans, in any unit; NaN where missing
 * @param hours ascending whole hours
 * @returns one value for each hour, in the unit of the amounts; NaN where no span covers the hour
 */
export function hourlyAmounts(
  spans: Spans,
  amounts: ArrayLike<number>,
  hours: ArrayLike<number>,
): Float64Array {
  const hourly = noSeries(hours.length);
  forEachCovered(spans, hours, (hour, k) => {
    hourly[hour] = amounts[spans.places[k]] / (spans.endHours[k] - spans.startHours[k]);
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
