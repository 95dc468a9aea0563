import { type StoreGrid } from './run-manifest.js';

/** The identity of a run, before any of it is stored. Steps are hours after the run, ascending. */
export interface RunIdentity {
  model: string;
  resolution: string;
  run: Date;
  attribution: string;
  grid: StoreGrid;
  stepsHours: number[];
  /** Whether more steps will follow, with which the run is published again. */
  isPart?: boolean;
  /** Whether values outside of the physical bounds (boundsOf) are missing. */
  isBounded?: boolean;
}
