/** What the forecast column of an inventory says of a record. Hours count from the run. */
export type Forecast =
  | { kind: 'instant'; stepHours: number }
  | { kind: 'average' | 'accumulation'; startHours: number; stepHours: number };

const INSTANT = /^(\d+) (hour|day) fcst$/;
const SPAN = /^(\d+)-(\d+) (hour|day) (ave|acc) fcst$/;
const HOURS_OF = { hour: 1, day: 24 };

/**
 * Reads wgrib2's forecast text: `anl`, `6 hour fcst`, `18-24 hour acc fcst`; whole days are written as days, `0-1 day acc
 * fcst`. Returns undefined for anything else, such as extremes, which no record here needs.
 */
export function parseForecast(text: string): Forecast | undefined {
  if (text === 'anl') return { kind: 'instant', stepHours: 0 };
  const instant = INSTANT.exec(text);
  if (instant) return { kind: 'instant', stepHours: Number(instant[1]) * unitHours(instant[2]) };
  const span = SPAN.exec(text);
  if (!span) return undefined;
  return {
    kind: span[4] === 'ave' ? 'average' : 'accumulation',
    startHours: Number(span[1]) * unitHours(span[3]),
    stepHours: Number(span[2]) * unitHours(span[3]),
  };
}

function unitHours(unit: string): number {
  return HOURS_OF[unit as keyof typeof HOURS_OF];
}
