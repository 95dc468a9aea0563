import { type StoreGrid } from './run-manifest.js';

/** What a run is, before anything of it is stored. Steps are hours after the run, ascending. */
export interface RunIdentity {
  model: string;
  resolution: string;
  run: Date;
  attribution: string;
  grid: StoreGrid;
  stepsHours: number[];
  /** Whether steps are to come, with which the run is published again. */
  isPart?: boolean;
}
