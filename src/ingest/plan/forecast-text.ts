/** The forecast column of an inventory's record. Hours count from the run. */
export type Forecast =
  | { kind: 'instant'; stepHours: number }
  | { kind: 'average' | 'accumulation' | 'maximum'; startHours: number; stepHours: number };

/** The same for an inventory that doesn't specify spans. */
export interface ForecastStep {
  kind: 'step';
  stepHours: number;
}

const INSTANT = /^(\d+) (hour|day) fcst$/;
const SPAN = /^(\d+)-(\d+) (hour|day) (ave|acc|max) fcst$/;
const STEP = /^step (\d+)$/;
const HOURS_OF = { hour: 1, day: 24 };
const KIND_OF = { ave: 'average', acc: 'accumulation', max: 'maximum' } as const;

/**
 * Parses wgrib2's forecast text: `anl`, `6 hour fcst`, `18-24 hour acc fcst`, with whole days as `0-1 day acc fcst`;
 * also `step 6`, which stands for ECMWF's steps. Returns undefined for anything else, which no ingested record has.
 */
export function parseForecast(text: string): Forecast | ForecastStep | undefined {
  if (text === 'anl') return { kind: 'instant', stepHours: 0 };
  const instant = INSTANT.exec(text);
  if (instant) return { kind: 'instant', stepHours: Number(instant[1]) * unitHours(instant[2]) };
  const step = STEP.exec(text);
  if (step) return { kind: 'step', stepHours: Number(step[1]) };
  const span = SPAN.exec(text);
  if (!span) return undefined;
  return {
    kind: KIND_OF[span[4] as keyof typeof KIND_OF],
    startHours: Number(span[1]) * unitHours(span[3]),
    stepHours: Number(span[2]) * unitHours(span[3]),
  };
}

function unitHours(unit: string): number {
  return HOURS_OF[unit as keyof typeof HOURS_OF];
}
