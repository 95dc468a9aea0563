import type { Derivation, RecordPattern } from '../../weather/models/index.js';
import { type LocatedRecord } from './step-content.js';
import { parseForecast, type Forecast, type ForecastStep } from './forecast-text.js';

const KIND_OF = {
  instant: 'instant',
  accumulated: 'accumulation',
  averaged: 'average',
  maximum: 'maximum',
  held: 'average',
} as const satisfies Record<Derivation, Forecast['kind']>;

/** The properties that identify a record. */
export type RecordName = Pick<RecordPattern, 'parameter' | 'level' | 'derivation' | 'spanSince'>;

export interface MatchedRecord {
  inventory: LocatedRecord;
  forecast: Forecast;
}

/**
 * Finds the record of an inventory that matches a pattern. A parameter may occur several times: of the spans that end
 * at the step, the shortest is the bucket (the other is the total since the start of the run). Of records with the same
 * label, as bucket and total have in the first bucket, the first one is the bucket.
 *
 * @param previous what was taken at the step before; a span that neither continues it nor begins after it doesn't
 * match, since some hours would count twice. A span that cannot be split must begin after it
 * @param stepBefore the step before in the step table, for inventories that don't specify spans; 0 at the first step
 */
export function matchRecord(
  records: LocatedRecord[],
  pattern: RecordName,
  stepHours: number,
  previous?: Forecast,
  stepBefore = 0,
): MatchedRecord | undefined {
  let best: MatchedRecord | undefined;
  for (const inventory of records) {
    if (inventory.parameter !== pattern.parameter || inventory.level !== pattern.level) continue;
    const forecast = spanOf(parseForecast(inventory.forecast), pattern, stepBefore);
    if (forecast?.kind !== KIND_OF[pattern.derivation] || forecast.stepHours !== stepHours) continue;
    if (previous && !continues(forecast, previous, pattern)) continue;
    if (!best || startOf(forecast) > startOf(best.forecast)) best = { inventory, forecast };
  }
  return best;
}

/**
 * Finds the record of the amount since the start of the run; undefined in the first bucket, which is that amount
 * itself.
 */
export function matchRunTotal(
  records: LocatedRecord[],
  pattern: RecordName,
  stepHours: number,
): MatchedRecord | undefined {
  const bucket = matchRecord(records, pattern, stepHours);
  if (!bucket || startOf(bucket.forecast) === 0) return undefined;
  const others = records.filter(({ forecast: text }) => {
    const forecast = spanOf(parseForecast(text), pattern, 0);
    return startOf(forecast ?? bucket.forecast) === 0;
  });
  return matchRecord(others, pattern, stepHours);
}

function continues(forecast: Forecast, previous: Forecast, { derivation }: RecordName): boolean {
  if (startOf(forecast) >= previous.stepHours) return true;
  return derivation !== 'held' && startOf(forecast) === startOf(previous);
}

/** Takes the span from the pattern if the inventory doesn't specify it. */
function spanOf(
  forecast: Forecast | ForecastStep | undefined,
  { derivation, spanSince }: RecordName,
  stepBefore: number,
): Forecast | undefined {
  if (forecast?.kind !== 'step') return forecast;
  const { stepHours } = forecast;
  const kind = KIND_OF[derivation];
  if (kind === 'instant') return { kind, stepHours };
  return { kind, startHours: spanSince === 'step' ? stepBefore : 0, stepHours };
}

function startOf(forecast: Forecast): number {
  return forecast.kind === 'instant' ? forecast.stepHours : forecast.startHours;
}
