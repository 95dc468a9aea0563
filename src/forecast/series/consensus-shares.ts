import { type ConsensusGroup, hasGap, mapSeries, newSeries } from '../../weather/meteo/index.js';
import type { WeightsState } from '../../weather/consensus/index.js';
import { type ModelVariables } from './model-variables.js';

/**
 * What is left (0..1) of each model in the hours of a variable, 0 where it has no value. It fades to 0 where the model or
 * its region ends, so that nothing jumps. A late model only has what the others leave.
 *
 * @param models in order of preference, late ones last
 * @param own the models' values; NaN where a model has none
 */
function presencesIn(
  models: readonly ModelVariables[],
  own: readonly Float64Array[],
): readonly Float64Array[] {
  const hours = own[0].length;
  const taken = models.some(({ isLate }) => isLate) ? newSeries(hours) : undefined;
  return models.map((model, i) => {
    const [values, presence] = [own[i], model.presence()];
    const left = newSeries(hours);
    for (let hour = 0; hour < hours; hour++) {
      if (Number.isNaN(values[hour])) continue;
      left[hour] = presence ? presence[hour] : 1;
      if (!taken) continue;
      if (model.isLate) left[hour] *= 1 - taken[hour];
      else if (left[hour] > taken[hour]) taken[hour] = left[hour];
    }
    return left;
  });
}

/**
 * The share (0..1) of each model in the hours of a variable: in proportion to its weight and to what is left of it. The
 * shares of an hour add up to 1, and are NaN where no model has the hour.
 */
export function consensusShares(
  models: readonly ModelVariables[],
  own: readonly Float64Array[],
  group: ConsensusGroup,
  weights: WeightsState,
): readonly Float64Array[] {
  const hours = own[0].length;
  const shares = presencesIn(models, own);
  const totals = newSeries(hours);
  models.forEach((model, i) => {
    const [share, ofModel] = [shares[i], model.weights(group, weights)];
    for (let hour = 0; hour < hours; hour++) totals[hour] += share[hour] *= ofModel[hour];
  });
  for (let hour = 0; hour < hours; hour++)
    if (totals[hour] === 0) totals[hour] = shareEnd(models, own, group, weights, shares, hour);
  for (const share of shares) for (let hour = 0; hour < hours; hour++) share[hour] /= totals[hour];
  return shares;
}

/**
 * By model: 1 in the hours of a variable that it alone has, 0 in those that another one has in full, and in between where
 * that one fades.
 *
 * @param shares those in the variable
 * @returns an empty list if none is alone in any hour
 */
export function aloneIn(
  models: readonly ModelVariables[],
  own: readonly Float64Array[],
  shares: readonly Float64Array[],
): readonly Float64Array[] {
  const isFull = (model: ModelVariables, i: number) => !model.isLate && !model.presence() && !hasGap(own[i]);
  if (models.filter(isFull).length > 1) return [];
  const presences = presencesIn(models, own);
  return shares.map((ofModel, i) =>
    mapSeries(ofModel, (share, hour) => {
      let left = 1;
      for (let other = 0; other < presences.length; other++) if (other !== i) left -= presences[other][hour];
      return left > 0 && share > 0 ? left * share : 0;
    }),
  );
}

/**
 * Shares an hour at which every model that has it has faded out. No other model takes over, so they share it as if none
 * did.
 *
 * @returns the total; 0 if no model has the hour
 */
function shareEnd(
  models: readonly ModelVariables[],
  own: readonly Float64Array[],
  group: ConsensusGroup,
  weights: WeightsState,
  shares: readonly Float64Array[],
  hour: number,
): number {
  const having = models.filter((_, i) => !Number.isNaN(own[i][hour]));
  const inTime = having.filter(({ isLate }) => !isLate);
  let total = 0;
  for (const model of inTime.length > 0 ? inTime : having) {
    const share = shares[models.indexOf(model)];
    share[hour] = model.weights(group, weights)[hour];
    total += share[hour];
  }
  return total;
}
