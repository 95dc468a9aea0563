import { type PlaneHeader } from '../format/run-manifest.js';

/** What the codes of a variable mean, one entry per step; NaN where the run has no plane. */
export interface PlaneNumbers {
  references: Float64Array;
  scales: Float64Array;
}

export function planeNumbers(planes: readonly (PlaneHeader | null)[]): PlaneNumbers {
  return {
    references: Float64Array.from(planes, (plane) => plane?.reference ?? NaN),
    scales: Float64Array.from(planes, (plane) => plane?.scale ?? NaN),
  };
}
