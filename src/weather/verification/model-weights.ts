/** Verified weights and the documented ones count the same after so many cases. */
const HALF_CASES = 300;
/** Weights stay finite for a model without errors, in the unit of the errors. */
const LEAST_SQUARE = 1e-4;

/** What was verified of a model, over the same cases as the other models. */
export interface ModelErrors {
  readonly cases: number;
  /** Mean of the squared errors. */
  readonly meanSquare: number;
  /** The weight until errors are known, 0 or more. */
  readonly documented: number;
}

/**
 * Returns the weights of models in their mean, which add up to 1: inverse to their mean squared errors, which is the best
 * mean of models whose errors are independent. With few cases, the documented weights prevail. A model that wasn't
 * verified keeps its documented weight.
 */
export function verifiedWeights(models: readonly ModelErrors[]): number[] {
  const total = models.reduce((sum, { documented }) => sum + documented, 0);
  const documented = models.map((model) => (total === 0 ? 1 / models.length : model.documented / total));
  const isKnown = ({ cases }: ModelErrors) => cases > 0;
  const precisions = models.map((model) =>
    isKnown(model) ? 1 / Math.max(model.meanSquare, LEAST_SQUARE) : 0,
  );
  const precision = precisions.reduce((sum, one) => sum + one, 0);
  if (precision === 0) return documented;
  const cases = Math.min(...models.filter(isKnown).map((model) => model.cases));
  const trust = cases / (cases + HALF_CASES);
  // What the verified models have together is divided anew among them.
  const shared = documented.reduce((sum, weight, i) => sum + (isKnown(models[i]) ? weight : 0), 0);
  return models.map((model, i) =>
    isKnown(model)
      ? trust * ((shared * precisions[i]) / precision) + (1 - trust) * documented[i]
      : documented[i],
  );
}
