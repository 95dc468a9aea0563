import type { ConsensusGroup } from '../meteo/variables.js';

/**
 * The weights of models in a consensus, unchanged for as long as a response uses them. Equal requests get equal
 * responses only from the same state.
 */
export interface WeightsState {
  /** Part of the `ETag`; another one for other weights. */
  readonly number: number;
  /** Since when they hold. Part of `Last-Modified`. */
  readonly since: Date;
  /**
   * A model's weight by lead time: one for each whole hour since the start of the run, of which the last one holds for
   * all longer leads. Weights are positive, and only their ratios between models matter. They must not jump from place
   * to place or from hour to hour, since what is served follows them. Callers must not modify the array.
   *
   * @param model the name of any model, also of one that isn't known
   */
  byLead(model: string, group: ConsensusGroup, place: WeightedPlace): Float64Array;
}

/** Degrees. */
export interface WeightedPlace {
  latitude: number;
  longitude: number;
}

/** Provides the weights. */
export abstract class ConsensusWeights {
  /** The same object until the weights change. */
  abstract current(): WeightsState;
}
