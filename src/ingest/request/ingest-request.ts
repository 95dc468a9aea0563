import type { SharedRunStore } from '../../core/config/index.js';
import type { Model } from '../../weather/models/index.js';

/** Which run to ingest, and where to store it. */
export interface IngestRequest {
  model: Model;
  /** A key of the model's resolutions. */
  resolution: string;
  run: Date;
  /** `available`: every step up to maxStepHours that the source has. A step given by its number is required. */
  steps: 'available' | number[];
  /** Of these steps, those that are left out if the source doesn't have them: they are past their due time. */
  mayLack?: readonly number[];
  maxStepHours: number;
  /** Whether the run will be published again with further steps. */
  isPart?: boolean;
  dataDirectory: string;
  /** Where runs are written. */
  runsDirectory: string;
  /**
   * Absent if runs are for this machine alone. A volume is the runs directory itself; a bucket receives finished runs.
   */
  sharedStore?: SharedRunStore;
  /**
   * Where this machine serves copies of a bucket's runs from: uploaded runs are moved there, or deleted if it is
   * absent.
   */
  copiesDirectory?: string;
  runsKept: number;
  /** How far the source's clock is ahead of this machine's, if known; decides whether a run can exist yet. */
  clockSkewMs?: number;
}
