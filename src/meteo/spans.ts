/** What one value of a series covers: the time from `startHours` to `endHours`; NaN where it is missing. */
export interface Span {
  startHours: number;
  endHours: number;
  value: number;
}

/**
 * The mean for each hour: that of the span in which the hour that begins at the position lies.
 *
 * @param spans by ascending end; those of a run do not overlap
 * @param hours ascending whole hours
 * @param lastHour the last hour of the run, for which the span that ends there stands in: none can follow
 * @returns one value for each hour, in the unit of the spans; NaN where no span covers the hour
 */
export function hourlyMeans(
  spans: readonly Span[],
  hours: ArrayLike<number>,
  lastHour: number,
): Float64Array {
  const values = overSpans(spans, hours, (span) => span.value);
  const last = spans.at(-1);
  if (hours[hours.length - 1] === lastHour && last?.endHours === lastHour)
    values[hours.length - 1] = last.value;
  return values;
}

/**
 * The amount of each hour: that of the span in which the hour that begins at the position lies, divided evenly over
 * the span's hours.
 *
 * @param spans by ascending end; those of a run do not overlap
 * @param hours ascending whole hours
 * @returns one value for each hour, in the unit of the spans; NaN where no span covers the hour
 */
export function hourlyAmounts(spans: readonly Span[], hours: ArrayLike<number>): Float64Array {
  return overSpans(spans, hours, (span) => span.value / (span.endHours - span.startHours));
}

function overSpans(
  spans: readonly Span[],
  hours: ArrayLike<number>,
  hourly: (span: Span) => number,
): Float64Array {
  const values = new Float64Array(hours.length).fill(NaN);
  let k = 0;
  for (let i = 0; i < hours.length; i++) {
    while (k < spans.length && spans[k].endHours < hours[i] + 1) k++;
    if (k < spans.length && spans[k].startHours <= hours[i]) values[i] = hourly(spans[k]);
  }
  return values;
}
