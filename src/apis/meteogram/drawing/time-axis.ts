import { HOUR_MS, type TimeZone } from '../../../core/time/index.js';
import { isDaylight } from '../../../weather/meteo/index.js';

const DAY_HOURS = 24;
const SLOT_HOURS = [1, 2, 3, 6, 12, 24];
/** Room for a symbol, and for an hour's two digits. */
const SLOT_PIXELS = 26;
/** Narrower slots have no room for either. */
const LEAST_SLOT_PIXELS = 18;
const SUN_STEP_MS = HOUR_MS / 12;

/** From one time up to another; milliseconds since 1970. */
export interface Span {
  startMs: number;
  endMs: number;
}

export interface LocalDay extends Span {
  /** Counted from 1970-01-01. */
  day: number;
}

/** A full hour of local time. */
interface Tick {
  timeMs: number;
  /** 0..23 */
  localHour: number;
}

export interface AxisOptions extends Span {
  left: number;
  right: number;
  timeZone: TimeZone;
  latitude: number;
  longitude: number;
}

/** Maps times to x coordinates, with the local days, full hours and nights of the image. */
export class TimeAxis {
  readonly left: number;
  readonly right: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly days: LocalDay[];
  /** Labeled hours. */
  readonly ticks: Tick[];
  /** Parts of a day with one symbol each. */
  readonly slots: Span[];
  readonly nights: Span[];

  constructor({ left, right, startMs, endMs, timeZone, latitude, longitude }: AxisOptions) {
    [this.left, this.right, this.startMs, this.endMs] = [left, right, startMs, endMs];
    this.days = daysOf(this, timeZone);
    const hours = ticksOf(this, timeZone);
    const slotHours = SLOT_HOURS.find((count) => count * this.hourPixels >= SLOT_PIXELS) ?? DAY_HOURS;
    this.ticks = hours.filter(({ localHour }) => localHour % slotHours === 0);
    this.slots = slotsOf(this);
    this.nights = nightsOf(this, latitude, longitude);
  }

  get hourPixels(): number {
    return ((this.right - this.left) * HOUR_MS) / (this.endMs - this.startMs);
  }

  x(timeMs: number): number {
    return this.left + ((timeMs - this.startMs) / HOUR_MS) * this.hourPixels;
  }

  isNight(timeMs: number): boolean {
    return this.nights.some(({ startMs, endMs }) => startMs <= timeMs && timeMs < endMs);
  }

  pixels({ startMs, endMs }: Span): number {
    return this.x(endMs) - this.x(startMs);
  }

  middle({ startMs, endMs }: Span): number {
    return (this.x(startMs) + this.x(endMs)) / 2;
  }
}

/** From one labeled hour to the next; narrow ones at either end are merged into their neighbors. */
function slotsOf(axis: TimeAxis): Span[] {
  const { startMs, endMs, ticks } = axis;
  const isWide = (span: Span) => axis.pixels(span) >= LEAST_SLOT_PIXELS;
  const inner = ticks.map(({ timeMs }) => timeMs).filter((timeMs) => timeMs > startMs);
  if (inner.length > 0 && !isWide({ startMs, endMs: inner[0] })) inner.shift();
  if (inner.length > 0 && !isWide({ startMs: inner.at(-1)!, endMs })) inner.pop();
  const edges = [startMs, ...inner, endMs];
  return edges.slice(1).map((edge, i) => ({ startMs: edges[i], endMs: edge }));
}

function daysOf({ startMs, endMs }: Span, zone: TimeZone): LocalDay[] {
  const days: LocalDay[] = [];
  for (let day = zone.dayOf(startMs); zone.startOfDay(day) < endMs; day++) {
    const span = {
      startMs: Math.max(startMs, zone.startOfDay(day)),
      endMs: Math.min(endMs, zone.startOfDay(day + 1)),
    };
    // A date that the local calendar skipped, as Samoa did on 2011-12-30, has no hours.
    if (span.endMs > span.startMs) days.push({ day, ...span });
  }
  return days;
}

/** Where the UTC offset includes a part of an hour, local full hours lie between those of UTC. */
function ticksOf({ startMs, endMs }: Span, zone: TimeZone): Tick[] {
  const ticks: Tick[] = [];
  for (let hourMs = startMs; hourMs < endMs; hourMs += HOUR_MS) {
    const offsetMs = zone.offsetMs(hourMs);
    const timeMs = Math.ceil((hourMs + offsetMs) / HOUR_MS) * HOUR_MS - offsetMs;
    const localHour = (((timeMs + offsetMs) / HOUR_MS) % DAY_HOURS) + 0;
    if (timeMs < endMs) ticks.push({ timeMs, localHour: (localHour + DAY_HOURS) % DAY_HOURS });
  }
  return ticks;
}

function nightsOf({ startMs, endMs }: Span, latitude: number, longitude: number): Span[] {
  const nights: Span[] = [];
  for (let timeMs = startMs; timeMs < endMs; timeMs += SUN_STEP_MS) {
    if (isDaylight(timeMs + SUN_STEP_MS / 2, latitude, longitude)) continue;
    const latest = nights.at(-1);
    if (latest?.endMs === timeMs) latest.endMs += SUN_STEP_MS;
    else nights.push({ startMs: timeMs, endMs: timeMs + SUN_STEP_MS });
  }
  return nights;
}
