import type { Comparison } from '../forecast-alert.entity.js';

export interface AlertCondition {
  comparison: Comparison;
  value: number;
  hysteresis: number;
}

export interface Verdict {
  isRaised: boolean;
  extreme: { value: number; timeMs: number };
  /** The first hour that meets the condition; undefined if there is none. */
  firstMs: number | undefined;
  /** The last hour that raises the alert or keeps it raised; undefined if there is none. */
  lastMs: number | undefined;
}

const MEETS: Record<Comparison, (value: number, limit: number) => boolean> = {
  above: (value, limit) => value > limit,
  at_least: (value, limit) => value >= limit,
  below: (value, limit) => value < limit,
  at_most: (value, limit) => value <= limit,
};
/** Rounds off floating-point noise, so that 0.3 - 0.1 is 0.2. */
const LIMIT_DECIMALS = 1e9;

/**
 * Evaluates hours against a condition. A raised alert stays raised while any hour is within the hysteresis of the
 * value.
 *
 * @param values one for each time; NaN (null) doesn't count
 * @returns undefined if there are no values
 */
export function judge(
  { comparison, value, hysteresis }: AlertCondition,
  wasRaised: boolean,
  timesMs: Float64Array,
  values: Float64Array,
): Verdict | undefined {
  const isUpper = comparison === 'above' || comparison === 'at_least';
  const meets = MEETS[comparison];
  const slack = wasRaised ? hysteresis : 0;
  const limit = Math.round((isUpper ? value - slack : value + slack) * LIMIT_DECIMALS) / LIMIT_DECIMALS;
  let extreme = NaN;
  let extremeMs = NaN;
  let firstMs: number | undefined;
  let lastMs: number | undefined;
  for (const [hour, at] of values.entries()) {
    if (Number.isNaN(at)) continue;
    if (firstMs === undefined && meets(at, value)) firstMs = timesMs[hour];
    if (meets(at, limit)) lastMs = timesMs[hour];
    if (Number.isNaN(extreme) || (isUpper ? at > extreme : at < extreme)) {
      extreme = at;
      extremeMs = timesMs[hour];
    }
  }
  if (Number.isNaN(extreme)) return undefined;
  return { isRaised: lastMs !== undefined, extreme: { value: extreme, timeMs: extremeMs }, firstMs, lastMs };
}
