import { HOUR_MS, MINUTE_MS } from '../../core/time/index.js';
import { type TimelineSpans, wholeHourFrom } from '../request/timeline-spans.js';

/** From the first to the last moment, both included; milliseconds since 1970-01-01T00:00:00Z. */
export interface Stretch {
  firstMs: number;
  lastMs: number;
}

/** The hours that runs provide. A minute belongs to them if both hours around it do. */
export class CoveredHours {
  /** In order of time, each of whole hours, and at least two hours apart. */
  readonly stretches: readonly Stretch[];

  constructor(hours: readonly { firstHourMs: number; hours: number }[]) {
    const stretches = hours
      .filter((some) => some.hours > 0)
      .map((some) => ({
        firstMs: some.firstHourMs,
        lastMs: some.firstHourMs + (some.hours - 1) * HOUR_MS,
      }));
    this.stretches = joined(stretches, HOUR_MS);
  }

  has(timeMs: number): boolean {
    return this.hasAnyOf({ firstMs: timeMs, lastMs: timeMs });
  }

  hasAnyOf({ firstMs, lastMs }: Stretch): boolean {
    return this.stretches.some((stretch) => stretch.firstMs <= lastMs && firstMs <= stretch.lastMs);
  }

  hasAnyEntryOf({ hourly, minutely, daily = [] }: TimelineSpans): boolean {
    return (
      (hourly !== undefined && this.hasAnyOf(entriesOf(hourly, HOUR_MS))) ||
      (minutely !== undefined && this.hasAnyOf(entriesOf(minutely, MINUTE_MS))) ||
      daily.some((day) => this.hasAnyOf(hoursOfDay(day)))
    );
  }

  /** The first and the last time of entries without any of the hours, stretch by stretch. */
  gapsIn({ hourly, minutely, daily = [] }: TimelineSpans): Stretch[] {
    return joined(
      [
        ...(hourly ? this.between(entriesOf(hourly, HOUR_MS), HOUR_MS) : []),
        ...(minutely ? this.between(entriesOf(minutely, MINUTE_MS), MINUTE_MS) : []),
        ...daily.map(hoursOfDay).filter((day) => !this.hasAnyOf(day)),
      ],
      HOUR_MS,
    );
  }

  /** The hours that are missing of days that have some, stretch by stretch. */
  missingOfDays({ daily = [] }: TimelineSpans): Stretch[] {
    const missing = daily
      .map(hoursOfDay)
      .filter((day) => this.hasAnyOf(day))
      .flatMap((day) => this.between(day, HOUR_MS));
    return joined(missing, HOUR_MS);
  }

  private between({ firstMs, lastMs }: Stretch, stepMs: number): Stretch[] {
    const gaps: Stretch[] = [];
    let nextMs = firstMs;
    for (const stretch of this.stretches) {
      if (stretch.lastMs < nextMs) continue;
      if (stretch.firstMs > nextMs)
        gaps.push({ firstMs: nextMs, lastMs: Math.min(stretch.firstMs - stepMs, lastMs) });
      nextMs = stretch.lastMs + stepMs;
      if (nextMs > lastMs) return gaps.filter((gap) => gap.firstMs <= gap.lastMs);
    }
    return nextMs > lastMs ? gaps : [...gaps, { firstMs: nextMs, lastMs }];
  }
}

/** The hours that begin in a day. */
export function hoursOfDay({ startMs, endMs }: { startMs: number; endMs: number }): Stretch {
  return { firstMs: wholeHourFrom(startMs), lastMs: wholeHourFrom(endMs) - HOUR_MS };
}

/** Empty, with the last before the first, if there are no entries. */
function entriesOf({ firstMs, count }: { firstMs: number; count: number }, stepMs: number): Stretch {
  return { firstMs, lastMs: firstMs + (count - 1) * stepMs };
}

/** Joins what overlaps or is at most one step apart. */
function joined(stretches: readonly Stretch[], stepMs: number): Stretch[] {
  const all: Stretch[] = [];
  for (const { firstMs, lastMs } of stretches.toSorted((a, b) => a.firstMs - b.firstMs)) {
    const before = all.at(-1);
    if (before && firstMs <= before.lastMs + stepMs) before.lastMs = Math.max(before.lastMs, lastMs);
    else all.push({ firstMs, lastMs });
  }
  return all;
}
