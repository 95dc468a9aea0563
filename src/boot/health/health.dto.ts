import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Fault } from '../../core/common/index.js';
import type { SourceState } from '../../ingest/index.js';
import type { ObservationFeed } from '../../observations/index.js';
import type { VerificationStatus } from '../../verification/index.js';

@ApiSchema({ name: 'Liveness' })
export class LivenessDto {
  status!: 'live';
}

@ApiSchema({ name: 'NewestRun' })
export class NewestRunDto {
  model!: string;
  /** ISO 8601, UTC. */
  run!: string;
  /** ISO 8601, UTC. */
  published_at!: string;
}

@ApiSchema({ name: 'FeedSource' })
export class FeedSourceDto {
  /**
   * One of the model's `…_BASE_URL`.
   * @example https://noaa-gfs-bdp-pds.s3.amazonaws.com
   */
  location!: string;
  /** As of the last poll or run. `failing`: unreachable, or it rejected requests. `lagging`: the next source had newer data. */
  @ApiProperty({ enum: ['well', 'lagging', 'failing'] satisfies SourceState[] })
  state!: SourceState;
  /**
   * The kind of the failure; null if there is none.
   */
  @ApiProperty({ type: String, nullable: true, example: null })
  error!: string | null;
  /**
   * Steps of the last run that were read from it.
   * @example 129
   */
  @ApiProperty({ type: 'integer' })
  steps!: number;
}

@ApiSchema({ name: 'FeedFault' })
export class FeedFaultDto {
  /**
   * The kind of the fault.
   * @example LayoutUnknownError
   */
  code!: string;
  /**
   * What was expected, where, and what was found.
   */
  @ApiProperty({
    example:
      'the gfs run 2026-11-21T06Z has no file 2 h after it should be whole; looked for https://noaa-gfs-bdp-pds.s3.amazonaws.com/gfs.20261121/06/atmos/gfs.t06z.pgrb2.0p25.f000.idx',
  })
  detail!: string;
  /**
   * The run with the fault: ISO 8601, UTC; null if it concerns all runs.
   * @example 2026-11-21T06:00:00Z
   */
  run!: string | null;
  /**
   * ISO 8601, UTC.
   * @example 2026-11-21T13:00:00Z
   */
  since!: string;
}

@ApiSchema({ name: 'Feed' })
export class FeedDto {
  /** @example gfs */
  model!: string;
  /**
   * The kind of files that the last run was taken from; null before the first since the ingest started.
   * @example pres_a.0p25
   */
  product!: string | null;
  /** In the order in which they are tried. */
  sources!: FeedSourceDto[];
  /** Unexpected changes at the source, which can prevent new runs. Empty if there are none. */
  faults!: FeedFaultDto[];
}

@ApiSchema({ name: 'Fault' })
export class FaultDto implements Fault {
  /**
   * The kind of the fault: that of the failed attempt, or for example `StaleReportsError`.
   * @example StaleReportsError
   */
  code!: string;
  @ApiProperty({ example: 'the newest report is of 2026-11-21T03:51:00Z' })
  detail!: string;
  /**
   * ISO 8601, UTC.
   * @example 2026-11-21T05:21:00Z
   */
  since!: string;
}

@ApiSchema({ name: 'ObservationFeed' })
export class ObservationFeedDto implements ObservationFeed {
  /**
   * One of `OBSERVATIONS`.
   * @example metar
   */
  source!: string;
  /**
   * Stations that have reported.
   * @example 5031
   */
  @ApiProperty({ type: 'integer' })
  stations!: number;
  /**
   * ISO 8601, UTC; null before the first report.
   * @example 2026-11-21T05:59:00Z
   */
  newestReportAt!: string | null;
  /**
   * When reports were last received, or found to be unchanged: ISO 8601, UTC; null before that.
   * @example 2026-11-21T06:02:11Z
   */
  receivedAt!: string | null;
  /**
   * Reports in the files that were read last.
   * @example 5031
   */
  @ApiProperty({ type: 'integer' })
  reports!: number;
  /** How many reports and values of these files were refused, by reason. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    example: { position: 42, dew_point: 2 },
  })
  refused!: Record<string, number>;
  /** What is wrong with the source; null if nothing is. */
  fault!: FaultDto | null;
}

@ApiSchema({ name: 'VerificationStatus' })
export class VerificationStatusDto implements VerificationStatus {
  /**
   * When forecasts were last compared, by any process: ISO 8601, UTC; null before the first time.
   * @example 2026-11-21T05:45:31Z
   */
  @ApiProperty({ type: String, nullable: true })
  verifiedAt!: string | null;
  /** The last failure, or `StaleVerificationError` if nothing has been compared for 3 hours; null if nothing is wrong. */
  @ApiProperty({ type: FaultDto, nullable: true, example: null })
  fault!: FaultDto | null;
}

@ApiSchema({ name: 'TerrainStatus' })
export class TerrainStatusDto {
  /** What is wrong with the source of `TERRAIN_BASE_URL`: its last tiles couldn't be fetched, stored or read; null if nothing is. */
  @ApiProperty({ type: FaultDto, nullable: true, example: null })
  fault!: FaultDto | null;
}

/** If there are several reasons, the first one is given. */
export const NOT_READY_CODES = [
  'draining',
  'database_unavailable',
  'store_unavailable',
  'runs_not_loaded',
  'journal_unavailable',
  'clock_wrong',
] as const;
export type NotReadyCode = (typeof NOT_READY_CODES)[number];

@ApiSchema({ name: 'Readiness' })
export class ReadinessDto {
  /** `draining`: it still serves requests, but is about to stop. */
  status!: 'ready' | 'unavailable' | 'draining';
  /**
   * Why the service isn't ready; null if it is. `runs_not_loaded`: since it started, the process hasn't read the list of
   * the shared run store, or has none of the runs in it. It tries again within 5 seconds.
   */
  @ApiProperty({ enum: NOT_READY_CODES, nullable: true, example: null })
  code!: NotReadyCode | null;
  database!: 'ready' | 'unavailable';
  /** Whether the model runs can be listed and read. While they cannot, those that are open are still served. */
  store!: 'ready' | 'unavailable';
  /**
   * Whether usage can be recorded; null in an ingest process. The service is unavailable once writing has failed for 3
   * seconds, until it has worked for 10, unless `JOURNAL_FULL=uncounted`.
   */
  journal!: 'ready' | 'unavailable' | null;
  /**
   * How far this process's clock is ahead of the database's. Beyond 60 seconds in either direction, the process isn't
   * ready and records usage by the database's clock. Null until the database has responded once.
   */
  clock_ahead_seconds!: number | null;
  /**
   * The newest stored model run. For an ingest process with a shared run store, the newest run in that store. Null if
   * there is none, which doesn't make the service unavailable.
   */
  newest_run!: NewestRunDto | null;
  /**
   * Stored runs that were found damaged and aren't replaced yet. Other runs take their place, so this doesn't make the
   * service unavailable.
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  damaged_runs!: number;
  /**
   * Whether the process could read the shared run store and store its runs at the last poll. Null if none is configured.
   * Once runs are loaded, this doesn't make the service unavailable: it serves those it has.
   */
  shared_runs!: 'ready' | 'unavailable' | null;
  /**
   * The kind of the last poll's failure, such as `RunStoreUnreachableError`, `DiskFullError` if the process has no space
   * for the runs, or `RunUnreadableError` if it can't read them. Null if there was none.
   */
  @ApiProperty({ type: String, nullable: true, example: null })
  shared_runs_error!: string | null;
  /**
   * Whether changes that other processes make, such as a revoked key, are received. Null for ingest-only processes.
   * Without it they are noticed a second later, so this does not make the service unavailable.
   */
  change_feed!: 'ready' | 'unavailable' | null;
  /**
   * The state of each model's sources, as the ingest sees it. A fault doesn't make the service unavailable: stored runs are
   * served.
   */
  feeds!: FeedDto[];
  /**
   * The state of each source of station reports that was tried, or should have been half an hour ago. A fault doesn't make
   * the service unavailable: only what is made from station reports is missing or older.
   */
  observations!: ObservationFeedDto[];
  /**
   * How the comparison of forecasts with station reports and later runs goes. A fault doesn't make the service unavailable.
   * Null in an ingest process.
   */
  verification!: VerificationStatusDto | null;
  /** The source of the heights of the ground. Null in an ingest process, and with `TERRAIN_BASE_URL=off`. */
  terrain!: TerrainStatusDto | null;
}
