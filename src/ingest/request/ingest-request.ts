import { type SharedRunStore } from '../../config/configuration.js';
import { type Model } from '../../models/model.js';

/** Which run to take, of what, and where it goes. */
export interface IngestRequest {
  model: Model;
  /** A key of the model's resolutions. */
  resolution: string;
  run: Date;
  /** `available`: every step up to maxStepHours that the source has. A named step must be there. */
  steps: 'available' | number[];
  maxStepHours: number;
  /** Whether the run is to be published again with further steps. */
  isPart?: boolean;
  dataDirectory: string;
  /** Where runs are written. */
  runsDirectory: string;
  /** Absent: the runs of the folder are for this machine alone. A volume is the folder; a bucket takes what is finished. */
  sharedStore?: SharedRunStore;
  /** Where this machine serves copies of a bucket's runs from: a run that is uploaded goes there. Absent: it is deleted. */
  copiesDirectory?: string;
  runsKept: number;
  /** By how much the clock of the source is ahead of ours, where that is known: whether a run can exist goes by it. */
  clockSkewMs?: number;
}
