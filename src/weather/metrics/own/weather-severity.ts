import { SEVERITY_ORDER } from '../../meteo/weather-codes.js';

const UNKNOWN = 0;

/** The codes of clouds and fog. */
export const DRY_CODES: ReadonlySet<number> = new Set([1000, 1100, 1101, 1102, 1001, 2000, 2100]);

const ORDER: readonly number[] = SEVERITY_ORDER;

/** The most severe of some codes; NaN if there are none. */
export function mostSevere(codes: Float64Array): number {
  return codes.reduce((worst, code) => (isWorse(code, worst) ? code : worst), NaN);
}

/**
 * The most frequent of some codes, among equals the most severe. Returns the code for unknown weather only if there is
 * no other, and NaN if there are none.
 */
export function mostFrequent(codes: Float64Array): number {
  const counts = new Map<number, number>();
  for (const code of codes) if (!Number.isNaN(code)) counts.set(code, (counts.get(code) ?? 0) + 1);
  if (counts.size > 1) counts.delete(UNKNOWN);
  let [dominant, most] = [NaN, 0];
  for (const [code, count] of counts) {
    if (count > most || (count === most && isWorse(code, dominant))) [dominant, most] = [code, count];
  }
  return dominant;
}

function isWorse(code: number, than: number): boolean {
  return ORDER.indexOf(code) > ORDER.indexOf(than);
}
