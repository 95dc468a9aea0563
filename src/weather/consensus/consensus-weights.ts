import type { ConsensusGroup } from '../meteo/variables.js';

/**
 * The weights of models in a consensus, and what is known of its errors, unchanged for as long as a response uses them.
 * Equal requests get equal responses only from the same state.
 */
export interface WeightsState {
  /** Part of the `ETag`; another one for other weights or corrections. */
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
  /**
   * What the stations around a place say of its errors; undefined if that is nothing.
   *
   * @param withoutSite whether the stations at the place, within 3 km, are left out
   */
  correctionsAt(place: CorrectedPlace, withoutSite?: boolean): Corrections | undefined;
  /** By how much the distance of P10 and P90 of the temperature from the median grows at a lead time; 1 or more. */
  widening(leadHours: number): number;
}

/** Degrees. */
export interface WeightedPlace {
  latitude: number;
  longitude: number;
}

export interface CorrectedPlace extends WeightedPlace {
  /** Meters above sea level. */
  elevation: number;
}

/** What is corrected. */
export type CorrectedField = 'temperature' | 'dewPoint';

/** The corrections of a place. They don't jump from hour to hour, or from place to place. */
export interface Corrections {
  /** Returns what to subtract from a forecast without correction, in K. */
  readonly at: (field: CorrectedField, leadHours: number, hourOfDay: number) => number;
  /** The stations that they come from, the nearest first. */
  readonly stations: (field: CorrectedField) => CorrectingStation[];
}

export interface CorrectingStation {
  readonly id: string;
  readonly distanceKm: number;
  /** Its share in the corrections: at most 1 in total, as they fade. */
  readonly weight: number;
}

/** Provides the weights. */
export abstract class ConsensusWeights {
  /** The same object until the weights change. */
  abstract current(): WeightsState;
}
