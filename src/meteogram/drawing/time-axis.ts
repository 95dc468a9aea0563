import type { TimeZone } from '../../common/time/time-zone.js';
import { HOUR_MS } from '../../forecast/dialect.types.js';
import { isDaylight } from '../../meteo/sun/sun-times.js';

const DAY_HOURS = 24;
const SLOT_HOURS = [1, 2, 3, 6, 12, 24];
/** What a symbol and an hour's two figures take. */
const SLOT_PIXELS = 26;
/** Narrower ones have no room for either. */
const LEAST_SLOT_PIXELS = 18;
const SUN_STEP_MS = HOUR_MS / 12;

/** From a moment up to another one; milliseconds since 1970. */
export interface Span {
  startMs: number;
  endMs: number;
}

export interface LocalDay extends Span {
  /** Counted from 1970-01-01. */
  day: number;
}

/** A whole hour of the local clocks. */
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

/** Where moments stand on a picture's width, and what the local clocks and the sun say of them. */
export class TimeAxis {
  readonly left: number;
  readonly right: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly days: LocalDay[];
  /** Hours to write on. */
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

/** From one written hour to the next; narrow ones at either end belong to their neighbours. */
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
    // A day that the calendar of the place left out has no hours.
    if (span.endMs > span.startMs) days.push({ day, ...span });
  }
  return days;
}

/** Clocks that differ from UTC by part of an hour have their hours between ours. */
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
