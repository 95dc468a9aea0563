import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { MODEL_STATES, type ModelState } from './model-state.js';
import type { IngestState } from '../status/ingest-report.types.js';
import type { SharingActivity } from '../../store/sharing/index.js';

@ApiSchema({ name: 'RunWarning' })
export class RunWarningDto {
  /**
   * Its kind: `missing_steps`, `missing_records`, `implausible_values`, `total_differs`.
   * @example missing_steps
   */
  code!: string;
  /** @example The source had no steps 3, 6 of this run. */
  detail!: string;
}

@ApiSchema({ name: 'StoredRun' })
export class StoredRunDto {
  /**
   * The model's name, as `source` in a forecast's `meta`.
   * @example gfs
   */
  @ApiProperty()
  model!: string;
  /**
   * The resolution's name at the source.
   * @example 0p25
   */
  @ApiProperty()
  resolution!: string;
  /**
   * The hour at which the run began: ISO 8601, UTC.
   * @example 2026-11-21T00:00:00Z
   */
  @ApiProperty()
  run!: string;
  /**
   * When the service finished storing the run: ISO 8601, UTC.
   * @example 2026-11-21T05:03:12Z
   */
  @ApiProperty()
  publishedAt!: string;
  /**
   * Seconds since the run began.
   * @example 25200
   */
  @ApiProperty({ type: 'integer' })
  ageSeconds!: number;
  /**
   * The first hour that the run covers: ISO 8601, UTC.
   * @example 2026-11-21T00:00:00Z
   */
  @ApiProperty()
  firstTime!: string;
  /**
   * The last hour that the run covers: ISO 8601, UTC.
   * @example 2026-12-07T00:00:00Z
   */
  @ApiProperty()
  lastTime!: string;
  /**
   * The last hour of the complete run: ISO 8601, UTC. Later than `lastTime` while `isComplete` is false. Null for a model or
   * resolution that the service isn't set up for.
   * @example 2026-12-07T00:00:00Z
   */
  expectedLastTime!: string | null;
  /** False while the run is published in parts, and further steps are to come. */
  @ApiProperty({ example: true })
  isComplete!: boolean;
  /**
   * How many steps are stored.
   * @example 209
   */
  @ApiProperty({ type: 'integer' })
  steps!: number;
  /**
   * Steps missing from this run, in hours after the run.
   * @example []
   */
  @ApiProperty({ type: 'integer', isArray: true })
  missingSteps!: number[];
  /** What is wrong with the run. Forecasts from this run include it. */
  warnings!: RunWarningDto[];
  /**
   * Bytes on disk.
   * @example 1834500096
   */
  @ApiProperty({ type: 'integer' })
  sizeBytes!: number;
}

@ApiSchema({ name: 'ModelState' })
export class ModelStateDto implements ModelState {
  /**
   * `late`: the next run should be complete by now. `unreachable`: the source doesn't respond. `failing`: the last attempt
   * failed for another reason, or the source's files aren't as expected. `no_run`: no complete run is stored. `off`: no
   * ingest is running.
   */
  @ApiProperty({ enum: MODEL_STATES, example: 'up_to_date' })
  code!: ModelState['code'];
  /** The state in words. */
  @ApiProperty({ example: 'Up to date' })
  title!: string;
  /** What is so, and what happens next. */
  @ApiProperty({ example: 'Run of 00:00 UTC is complete; the next one is expected about 11:00 UTC.' })
  detail!: string;
  /** Whether an operator should look: the service can't expect to get over it by itself. */
  @ApiProperty({ example: false })
  needsAttention!: boolean;
}

@ApiSchema({ name: 'ModelSchedule', description: "A model's newest run, and when its next one is expected." })
export class ModelScheduleDto {
  /** @example gfs */
  @ApiProperty()
  model!: string;
  @ApiProperty({ example: 'NOAA/NCEP Global Forecast System' })
  title!: string;
  /**
   * The resolution in use.
   * @example 1p00
   */
  @ApiProperty()
  resolution!: string;
  /** Whether the model only provides probabilities and quantiles, so it can't be the `source` of a request. */
  @ApiProperty({ example: false })
  isEnsemble!: boolean;
  /**
   * The newest complete run that is stored: ISO 8601, UTC; null until there is one.
   * @example 2026-11-21T00:00:00Z
   */
  newestRun!: string | null;
  /**
   * The run that comes next: the one after `newestRun`, or the newest one at the source until a run is stored. ISO 8601, UTC.
   * @example 2026-11-21T06:00:00Z
   */
  nextRun!: string;
  /**
   * When the first hours of `nextRun` are usually at the source: ISO 8601, UTC.
   * @example 2026-11-21T09:30:00Z
   */
  nextRunBeginsAt!: string;
  /**
   * When `nextRun` is usually complete at the source: ISO 8601, UTC. In the past if it is late.
   * @example 2026-11-21T11:00:00Z
   */
  nextRunExpectedAt!: string;
  /**
   * Seconds since `nextRunExpectedAt`: how far the service is behind the model's schedule. 0 before that time.
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  lagSeconds!: number;
  /** Whether `nextRun` is so late that the source may have a problem: from two hours after `nextRunExpectedAt`. */
  @ApiProperty({ example: false })
  isOverdue!: boolean;
  /** The one state of the model, derived from its schedule and its ingest. */
  state!: ModelStateDto;
}

@ApiSchema({ name: 'DamagedRun' })
export class DamagedRunDto {
  /** @example gfs */
  @ApiProperty()
  model!: string;
  /**
   * The hour at which the run began: ISO 8601, UTC.
   * @example 2026-11-21T00:00:00Z
   */
  @ApiProperty()
  run!: string;
}

@ApiSchema({ name: 'IngestProgress' })
export class IngestProgressDto {
  /**
   * The run that is being downloaded: ISO 8601, UTC.
   * @example 2026-11-21T06:00:00Z
   */
  @ApiProperty()
  run!: string;
  /**
   * When this attempt began: ISO 8601, UTC.
   * @example 2026-11-21T11:00:41Z
   */
  @ApiProperty()
  startedAt!: string;
  /**
   * Steps that are downloaded and decoded.
   * @example 52
   */
  @ApiProperty({ type: 'integer' })
  stepsDone!: number;
  /**
   * 0 until the run's inventories are read.
   * @example 209
   */
  @ApiProperty({ type: 'integer' })
  steps!: number;
  /**
   * What this attempt has downloaded.
   * @example 412345678
   */
  @ApiProperty({ type: 'integer' })
  downloadedBytes!: number;
  /**
   * The download size of the whole run, including what an earlier attempt downloaded. Null until it is known.
   * @example 1640000000
   */
  @ApiProperty({ type: 'integer', nullable: true })
  totalBytes!: number | null;
}

@ApiSchema({ name: 'IngestFailure' })
export class IngestFailureDto {
  /**
   * The kind of failure. The log has the details.
   * @example ConnectionError
   */
  @ApiProperty()
  code!: string;
  /**
   * ISO 8601, UTC.
   * @example 2026-11-21T05:00:02Z
   */
  @ApiProperty()
  at!: string;
  /**
   * Failures in a row.
   * @example 3
   */
  @ApiProperty({ type: 'integer' })
  count!: number;
}

@ApiSchema({ name: 'Ingest' })
export class IngestDto {
  /**
   * The model's name.
   * @example gfs
   */
  @ApiProperty()
  model!: string;
  /**
   * The resolution in use.
   * @example 1p00
   */
  @ApiProperty()
  resolution!: string;
  /**
   * `off`: no ingest is running, or it hasn't reported for 15 seconds. `polling`: checking the source. `waiting`: for the
   * next check. `ingesting`: downloading a run.
   */
  state!: IngestState;
  /** The run that is being ingested, or null. */
  progress!: IngestProgressDto | null;
  /** The last failure; null after a success. The next attempt is at `nextPollAt`. */
  lastError!: IngestFailureDto | null;
  /**
   * The time of the next check for a run: ISO 8601, UTC; null if none is planned.
   * @example 2026-11-21T11:00:00Z
   */
  nextPollAt!: string | null;
  /**
   * Seconds by which the clock of the source is ahead of the service's (negative: behind); 0 while they differ by five
   * minutes at most.
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  clockSkewSeconds!: number;
}

@ApiSchema({ name: 'SharingProgress' })
export class SharingProgressDto {
  /**
   * The run's name in the store.
   * @example gfs_0p25_20261121T0000Z_1795237392000
   */
  run!: string;
  /**
   * Bytes that are here and verified.
   * @example 268435456
   */
  bytes!: number;
  /**
   * All bytes of the run; null until they are known.
   * @example 2900000000
   */
  totalBytes!: number | null;
}

@ApiSchema({ name: 'SharingFailure' })
export class SharingFailureDto {
  /**
   * The kind of failure. The log has the details.
   * @example RunStoreUnreachableError
   */
  code!: string;
  /**
   * ISO 8601, UTC.
   * @example 2026-11-21T05:00:02Z
   */
  at!: string;
  /**
   * Failures in a row.
   * @example 3
   */
  count!: number;
}

@ApiSchema({ name: 'Sharing' })
export class SharingDto {
  /** `starting`: before the first poll. `fetching`: downloading or verifying a run. `waiting`: for the next poll. */
  @ApiProperty({ enum: ['starting', 'fetching', 'waiting'] satisfies SharingActivity[], example: 'fetching' })
  state!: SharingActivity;
  /** The run that is being fetched; null if there is none. */
  progress!: SharingProgressDto | null;
  /** The last failure; null after a successful poll. */
  lastError!: SharingFailureDto | null;
  /**
   * When this process was last in sync with the store: ISO 8601, UTC; null until then.
   * @example 2026-11-21T05:00:02Z
   */
  lastSuccessAt!: string | null;
}

@ApiSchema({ name: 'Runs' })
export class RunsDto {
  /** Newest first. */
  runs!: StoredRunDto[];
  /** The models in use, in order of preference. */
  models!: ModelScheduleDto[];
  /** Damaged runs that haven't been replaced yet. No forecast is made from them. */
  damaged!: DamagedRunDto[];
  /** The state of the ingest, for each model. */
  ingest!: IngestDto[];
  /** The state of run sharing. Null if it isn't configured or not known yet. */
  sharing!: SharingDto | null;
}
