export { BIAS_NUMBERS, correctionOf, learnError } from './bias-experts.js';
export { type CaseDay, meanInterval } from './bootstrap.js';
export { CARRIED_KM, SAME_SITE_KM, carriedShares, type NearCorrection } from './carry-corrections.js';
export { holdImplausible, newestTakenOut, reliableStations } from './check-day.js';
export { type SourceSums, compareSums } from './compare-sums.js';
export {
  DAY_HOURS,
  FORECAST_DAY,
  KEPT_VALUES,
  type KeptValue,
  NO_VALUE,
  OBSERVED_DAY,
  OBSERVED_VALUES,
  kept,
  observedOffset,
  forecastOffset,
} from './kept-values.js';
export { truthOfRuns } from './later-runs.js';
export { HOURLY_TO, LEAD_BINS, LONGEST_LEAD_HOURS, leadBinOf, leadHours } from './lead-bins.js';
export { type DayToLearn, learnDay } from './learn-day.js';
export { type ModelErrors, verifiedWeights } from './model-weights.js';
export { PROBABILITY_SUMS, addProbability, brierOf, reliabilityOf } from './probability-scores.js';
export { crpsOfQuantiles } from './quantile-scores.js';
export {
  CLIMATOLOGY,
  type DayForecast,
  HOUR_BIN,
  HOUR_BINS,
  HOUR_LEADS,
  PERSISTENCE,
  scoreDay,
  withClimatology,
  withPersistence,
} from './score-day.js';
export { LEAST_CASES, SUMS, addError, addVectorError, scoresOf } from './score-sums.js';
export { CRPS_UNIT, SCORED_FIELDS, type ScoredField } from './scored-fields.js';
export {
  CORRECTED_FIELDS,
  type CarriedErrors,
  LEAD_DAYS,
  NO_CORRECTION,
  STATION_BIASES,
  STATION_CORRECTIONS,
  carriedErrors,
  carriedShare,
  correctionIndex,
  correctionsOf,
  degreesOf,
  meanCorrection,
} from './station-biases.js';
export {
  CHECK_NUMBERS,
  EARLIER_DAYS,
  MOST_TENTHS,
  checksAfter,
  heldBefore,
  isHeldOn,
  isOut,
  mostError,
} from './station-checks.js';
export { wideningOf } from './widening.js';
