import { type VariableName } from '../variables.js';

/** Statistics kept of the values of all ensemble members at the same step. */
export interface MemberStatistics {
  /** The variables of the members; two are the components of a vector, whose length counts. */
  of: readonly [VariableName] | readonly [VariableName, VariableName];
  /** Variables that hold the quantiles, in the order of QUANTILE_PERCENTS and the unit of the values. */
  quantiles: readonly [VariableName, VariableName, VariableName];
  /** The variable that holds the share of members, in percent, with at least `leastInHour` per hour of the span. */
  share?: { variable: VariableName; leastInHour: number };
}

/** A span is wet if it has at least this much precipitation per hour, in kg m-2. */
export const WET_SPAN_RATE = 0.1;

export const MEMBER_STATISTICS: readonly MemberStatistics[] = [
  { of: ['temperature2m'], quantiles: ['temperature2mP10', 'temperature2mP50', 'temperature2mP90'] },
  {
    of: ['windU10m', 'windV10m'],
    quantiles: ['windSpeed10mP10', 'windSpeed10mP50', 'windSpeed10mP90'],
  },
  { of: ['windGust'], quantiles: ['windGustP10', 'windGustP50', 'windGustP90'] },
  {
    of: ['precipitation'],
    quantiles: ['precipitationP10', 'precipitationP50', 'precipitationP90'],
    share: { variable: 'precipitationProbability', leastInHour: WET_SPAN_RATE },
  },
  { of: ['cloudCover'], quantiles: ['cloudCoverP10', 'cloudCoverP50', 'cloudCoverP90'] },
];

/** Returns all variables in which some statistics are kept. */
export function keptVariables({ quantiles, share }: MemberStatistics): VariableName[] {
  return share ? [share.variable, ...quantiles] : [...quantiles];
}
