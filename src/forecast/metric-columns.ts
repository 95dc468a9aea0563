import { METRICS, type MetricName } from '../meteo/metrics.js';
import { toLastPlaces } from '../meteo/rounding.js';
import { type UnitSystem } from '../meteo/units.js';
import { VARIABLES } from '../meteo/variables.js';
import { type AnswerWarningCode, type AnswerWarnings } from './answer-warnings.js';
import { type ForecastPlan } from './forecast-plan.js';
import { HourlySeries } from './hourly-series.js';
import { type Derivation, DERIVATIONS } from './metric-derivations.js';

/** One metric of an answer, hour by hour, in units of the last served place (61 for 6.1); NaN for null. */
export interface MetricColumn {
  name: MetricName;
  decimals: number;
  lastPlaces: Float64Array;
}

/** Works out the metrics of an answer, and adds a warning for whatever is missing of them. */
export function deriveColumns(
  plan: ForecastPlan,
  fields: readonly MetricName[],
  units: UnitSystem,
  warnings: AnswerWarnings,
): MetricColumn[] {
  const series = new HourlySeries(plan.point, plan.firstHour, plan.hours);
  return fields.map((name) => {
    const decimals = METRICS[name].decimals[units];
    const derivation = DERIVATIONS[name];
    if (!derivation) {
      warnings.add('not_available_yet', name);
      return { name, decimals, lastPlaces: new Float64Array(plan.hours).fill(NaN) };
    }
    const lastPlaces = derive(derivation, series, units, decimals, plan.hours);
    const reason = reasonForGaps(derivation, lastPlaces, plan);
    if (reason) warnings.add(reason, name);
    return { name, decimals, lastPlaces };
  });
}

function derive(
  { variables, value, convert }: Derivation,
  series: HourlySeries,
  units: UnitSystem,
  decimals: number,
  hours: number,
): Float64Array {
  const [first, second = first, third = first] = variables.map((name) => series.get(name));
  const lastPlaces = new Float64Array(hours);
  for (let i = 0; i < hours; i++) {
    lastPlaces[i] = toLastPlaces(convert[units](value(first[i], second[i], third[i])), decimals);
  }
  return lastPlaces;
}

/** Why values are missing, or undefined when none is. */
function reasonForGaps(
  { variables }: Derivation,
  values: Float64Array,
  { point, run, firstHour, hours }: ForecastPlan,
): AnswerWarningCode | undefined {
  const firstGap = values.findIndex(Number.isNaN);
  if (firstGap === -1) return undefined;
  const stored = point.variable(variables[0]);
  if (!stored) return 'not_in_run';
  const onlyLastIsMissing = firstGap === hours - 1;
  const endsWithRun = firstHour + hours - 1 === run.manifest.stepsHours.at(-1);
  if (stored.statistic === 'amount' && onlyLastIsMissing && endsWithRun) return 'last_entry_without_amounts';
  const overSea = VARIABLES[variables[0]].space === 'bilinear-land' && values.every(Number.isNaN);
  return overSea ? 'no_land' : 'missing_values';
}
