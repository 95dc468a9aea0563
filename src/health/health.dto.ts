import { ApiProperty, ApiSchema } from '@nestjs/swagger';

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

@ApiSchema({ name: 'Readiness' })
export class ReadinessDto {
  /** `draining`: it answers, but is about to stop. */
  status!: 'ready' | 'unavailable' | 'draining';
  database!: 'ready' | 'unavailable';
  store!: 'ready' | 'unavailable';
  /**
   * Whether usage can be recorded; null in a process that answers no callers. Unless requests are answered uncounted
   * (`JOURNAL_FULL=uncounted`), the service is unavailable without it: it is once writing has failed for 3 seconds, and
   * is no more once it has worked for 10.
   */
  journal!: 'ready' | 'unavailable' | null;
  /**
   * How far this process's clock is ahead of the database's. Beyond 60 seconds, either way, the process is not ready, and
   * usage is counted by the database's clock. Null until the database has answered once.
   */
  clock_ahead_seconds!: number | null;
  /**
   * The newest stored model run; of a process that only takes runs for others, the newest where it takes them to. Null when
   * there is none, which does not make the service unavailable.
   */
  newest_run!: NewestRunDto | null;
  /**
   * Stored runs that were found damaged, and are not fetched or taken again yet. Others answer meanwhile, so this does not
   * make the service unavailable.
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  damaged_runs!: number;
  /**
   * Whether the store that several machines share runs by could be used at the last look; null where none is followed. What
   * is here is served meanwhile, so this does not make the service unavailable.
   */
  shared_runs!: 'ready' | 'unavailable' | null;
  /**
   * Whether changes that other processes make, such as a revoked key, are heard of; null of a process that only takes runs.
   * Without it they are noticed a second later, so this does not make the service unavailable.
   */
  change_feed!: 'ready' | 'unavailable' | null;
}
