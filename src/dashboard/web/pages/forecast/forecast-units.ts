import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../ui/durations.ts';

interface AskedForecast {
  fields: number;
  timelines: readonly string[];
  /** As in the request's parameters. */
  startTime?: string;
  endTime?: string;
  timeZone?: string;
}

const VALUES_OF_UNIT = 10_000;

/** Returns the cost of a forecast in units: one per 10,000 values, rounded up. */
export function forecastUnits({ fields, timelines, startTime, endTime, timeZone }: AskedForecast): number {
  const startMs = startTime ? Date.parse(startTime) : undefined;
  const endMs = endTime ? Date.parse(endTime) : undefined;
  const entries = (stepMs: number, defaultCount: number) => {
    if (endMs === undefined) return defaultCount;
    const first = startMs === undefined ? Math.floor(Date.now() / stepMs) : Math.ceil(startMs / stepMs);
    return Math.ceil(endMs / stepMs) - first;
  };
  const days = () => {
    if (endMs === undefined) return 5;
    return dayOf(endMs - 1, timeZone) - dayOf(startMs ?? Date.now(), timeZone) + 1;
  };
  const counts: Record<string, () => number> = {
    hourly: () => entries(HOUR_MS, 120),
    minutely: () => entries(MINUTE_MS, 60),
    daily: days,
  };
  const chosen = timelines.length === 0 ? ['hourly'] : timelines;
  const values = fields * chosen.reduce((sum, timeline) => sum + counts[timeline](), 0);
  // Invalid times make the service reject the request.
  return Math.max(1, Math.ceil((values || 0) / VALUES_OF_UNIT));
}

/** Returns the number of the local day; of the UTC day if only the service knows the time zone. */
function dayOf(timeMs: number, timeZone = 'UTC'): number {
  if (Number.isNaN(timeMs)) return NaN;
  return Math.floor(Date.parse(localDate(timeMs, timeZone)) / DAY_MS);
}

function localDate(timeMs: number, timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(timeMs);
  } catch {
    return new Date(timeMs).toISOString().slice(0, 10);
  }
}
