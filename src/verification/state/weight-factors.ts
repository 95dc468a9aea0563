import { DOCUMENTED_WEIGHTS } from '../../weather/consensus/index.js';
import { LEAD_BINS, type ScoredField, verifiedWeights } from '../../weather/verification/index.js';
import { BIN_LEADS } from './lead-shares.js';
import type { WEIGHTED_GROUPS } from './state-content.js';
import type { ComparedSums } from './verified-errors.service.js';

type Group = (typeof WEIGHTED_GROUPS)[number];

const NOWHERE = { latitude: 0, longitude: 0 };

/**
 * Returns by which factors the weights of models are above the documented ones, [model][lead bin]: 1 for what wasn't
 * verified.
 *
 * @param before the factors that hold as long as there are few cases: those of the world for a region, and none for it
 */
export function weightFactors(
  models: readonly string[],
  group: Group,
  { numbers, step }: Pick<ScoredField, 'numbers' | 'step'>,
  { sources, sums }: ComparedSums,
  before?: ArrayLike<number>,
): Float32Array {
  const factors = new Float32Array(models.length * LEAD_BINS.length);
  LEAD_BINS.forEach((_, bin) => {
    const documented = models.map(
      (model) => DOCUMENTED_WEIGHTS.byLead(model, group, NOWHERE)[BIN_LEADS[bin]],
    );
    const total = documented.reduce((sum, weight) => sum + weight, 0);
    const errors = models.map((model, m) => {
      const source = sources.indexOf(model);
      const at = (source * LEAD_BINS.length + bin) * numbers;
      const cases = source === -1 ? 0 : sums[at];
      return {
        cases,
        meanSquare: cases === 0 ? 0 : (sums[at + 3] / cases) * step ** 2,
        documented: documented[m] * (before?.[m * LEAD_BINS.length + bin] ?? 1),
      };
    });
    // They add up to 1, while unknown models have their documented weight.
    verifiedWeights(errors).forEach((weight, m) => {
      factors[m * LEAD_BINS.length + bin] = (weight * total) / documented[m];
    });
  });
  return factors;
}
