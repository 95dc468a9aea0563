import { type InventoryRecord } from '../../grib/inventory.js';
import { type Derivation, type RecordPattern } from '../../models/model.js';
import { parseForecast, type Forecast } from './forecast-text.js';

const KIND_OF = {
  instant: 'instant',
  accumulated: 'accumulation',
  averaged: 'average',
  held: 'average',
} as const satisfies Record<Derivation, Forecast['kind']>;

export interface MatchedRecord {
  inventory: InventoryRecord;
  forecast: Forecast;
}

/**
 * The record of an inventory that a pattern means, or undefined. A parameter may be there several times: of the spans
 * that end at the step the shortest is the bucket (the other is the total since the run began), and of equal labels,
 * which bucket and total have in the first bucket, the first record is the bucket.
 *
 * @param previous what was taken at the step before; a span that neither continues it nor begins after it is no match,
 * since some hours would count twice. One that cannot be taken apart has to begin after it
 */
export function matchRecord(
  records: InventoryRecord[],
  pattern: RecordPattern,
  stepHours: number,
  previous?: Forecast,
): MatchedRecord | undefined {
  let best: MatchedRecord | undefined;
  for (const inventory of records) {
    if (inventory.parameter !== pattern.parameter || inventory.level !== pattern.level) continue;
    const forecast = parseForecast(inventory.forecast);
    if (forecast?.kind !== KIND_OF[pattern.derivation] || forecast.stepHours !== stepHours) continue;
    if (previous && !continues(forecast, previous, pattern)) continue;
    if (!best || startOf(forecast) > startOf(best.forecast)) best = { inventory, forecast };
  }
  return best;
}

/** The record of the amount since the start of the run; undefined in the first bucket, which is that amount itself. */
export function matchRunTotal(
  records: InventoryRecord[],
  pattern: RecordPattern,
  stepHours: number,
): MatchedRecord | undefined {
  const bucket = matchRecord(records, pattern, stepHours);
  if (!bucket || startOf(bucket.forecast) === 0) return undefined;
  const others = records.filter(({ forecast }) => startOf(parseForecast(forecast) ?? bucket.forecast) === 0);
  return matchRecord(others, pattern, stepHours);
}

function continues(forecast: Forecast, previous: Forecast, { derivation }: RecordPattern): boolean {
  if (startOf(forecast) >= previous.stepHours) return true;
  return derivation !== 'held' && startOf(forecast) === startOf(previous);
}

function startOf(forecast: Forecast): number {
  return forecast.kind === 'instant' ? forecast.stepHours : forecast.startHours;
}
