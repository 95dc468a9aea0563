import { ApiSchema } from '@nestjs/swagger';
import type { IngestState } from '../ingest/ingest-status.js';

@ApiSchema({ name: 'RunWarning' })
export class RunWarningDto {
  code!: string;
  detail!: string;
}

@ApiSchema({ name: 'StoredRun' })
export class StoredRunDto {
  /** The model's name, as `source` in a forecast's `meta`. */
  model!: string;
  /** The resolution's name at the source, such as `0p25`. */
  resolution!: string;
  /** The hour at which the run began: ISO 8601, UTC. */
  run!: string;
  /** When the service had stored the whole run: ISO 8601, UTC. */
  publishedAt!: string;
  /** Seconds since the run began. */
  ageSeconds!: number;
  /** The first and the last hour that the run covers: ISO 8601, UTC. */
  firstTime!: string;
  lastTime!: string;
  /** How many steps are stored. */
  steps!: number;
  /** Steps that a whole run has and this one has not, in hours after the run. */
  missingSteps!: number[];
  warnings!: RunWarningDto[];
  /** Bytes on disk. */
  sizeBytes!: number;
}

@ApiSchema({ name: 'IngestProgress' })
export class IngestProgressDto {
  /** ISO 8601, UTC. */
  run!: string;
  /** ISO 8601, UTC. */
  startedAt!: string;
  stepsDone!: number;
  /** 0 until the run's inventories are read. */
  steps!: number;
  downloadedBytes!: number;
}

@ApiSchema({ name: 'IngestFailure' })
export class IngestFailureDto {
  /** The kind of the failure, such as `ConnectionError`. */
  code!: string;
  /** ISO 8601, UTC. */
  at!: string;
  /** Failures in a row. */
  count!: number;
}

@ApiSchema({ name: 'Ingest' })
export class IngestDto {
  /** `off` without a schedule, `looking` for a run at the source, `waiting` for the next look, or `ingesting` one. */
  state!: IngestState;
  /** The run that is taken now; null when there is none. */
  progress!: IngestProgressDto | null;
  /** The last failure; null after a success. */
  lastError!: IngestFailureDto | null;
  /** ISO 8601, UTC; null when nothing is planned. */
  nextLookAt!: string | null;
}

@ApiSchema({ name: 'Runs' })
export class RunsDto {
  /** Newest first. */
  runs!: StoredRunDto[];
  ingest!: IngestDto;
}
