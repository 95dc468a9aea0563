import { type Derivation, type RecordPattern } from '../../models/model.js';
import { type LocatedRecord } from './step-content.js';
import { parseForecast, type Forecast, type ForecastStep } from './forecast-text.js';

const KIND_OF = {
  instant: 'instant',
  accumulated: 'accumulation',
  averaged: 'average',
  maximum: 'maximum',
  held: 'average',
} as const satisfies Record<Derivation, Forecast['kind']>;

/** What a record is told by. */
export type RecordName = Pick<RecordPattern, 'parameter' | 'level' | 'derivation' | 'spanSince'>;

export interface MatchedRecord {
  inventory: LocatedRecord;
  forecast: Forecast;
}

/**
 * The record of an inventory that a pattern means, or undefined. A parameter may be there several times: of the spans
 * that end at the step the shortest is the bucket (the other is the total since the run began), and of equal labels,
 * which bucket and total have in the first bucket, the first record is the bucket.
 *
 * @param previous what was taken at the step before; a span that neither continues it nor begins after it is no match,
 * since some hours would count twice. One that cannot be taken apart has to begin after it
 * @param stepBefore in the table of steps, for inventories that do not tell spans; 0 at the first one
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

/** The record of the amount since the start of the run; undefined in the first bucket, which is that amount itself. */
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

/** Where an inventory tells no spans, the pattern does. */
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
