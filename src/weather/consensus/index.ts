export {
  ConsensusWeights,
  type CorrectedField,
  type CorrectedPlace,
  type CorrectingStation,
  type Corrections,
  type WeightedPlace,
  type WeightsState,
} from './consensus-weights.js';
export { DOCUMENTED_WEIGHTS, KNOWN_ERRORS, KNOWN_LEADS_HOURS } from './documented-weights.js';
