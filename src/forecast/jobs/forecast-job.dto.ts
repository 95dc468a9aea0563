import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { toInstant } from '../../core/time/index.js';
import { JOB_STATUSES, type JobState, type JobStatus } from './forecast-job.entity.js';

@ApiSchema({ name: 'ForecastJobError' })
export class ForecastJobErrorDto {
  /** The code of the problem, as in an error response. */
  code!: string;

  detail!: string;
}

@ApiSchema({ name: 'ForecastJob' })
export class ForecastJobDto {
  id!: string;

  @ApiProperty({
    enum: JOB_STATUSES,
    enumName: 'ForecastJobStatus',
    description:
      '`queued`: waiting to start. `waiting`: waiting for units of a limit, for room for its result, or for a model run. `running`: being calculated. `done`: the result is ready. `failed`: `error` says why.',
  })
  status!: JobStatus;

  /** How many locations it has. */
  @ApiProperty({ type: 'integer' })
  points!: number;

  /** How many locations have been calculated. */
  @ApiProperty({ type: 'integer' })
  points_done!: number;

  /** What it costs in total. */
  @ApiProperty({ type: 'integer' })
  units!: number;

  /** The units charged so far, without refunded ones. */
  @ApiProperty({ type: 'integer' })
  units_charged!: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When a `waiting` job tries again.',
  })
  waiting_until!: string | null;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the job finished or failed.',
  })
  ended_at!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    description:
      'When the job and its result are deleted. Before it ends: when it fails if it still has to wait.',
  })
  expires_at!: string;

  @ApiProperty({ type: ForecastJobErrorDto, nullable: true, description: 'Why it failed.' })
  error!: ForecastJobErrorDto | null;
}

export function toForecastJobDto(job: JobState): ForecastJobDto {
  return {
    id: job.id,
    status: job.status,
    points: job.points,
    points_done: job.pointsDone,
    units: job.units,
    units_charged: job.unitsCharged,
    waiting_until: job.status === 'waiting' ? toInstant(job.dueAt) : null,
    created_at: toInstant(job.createdAt),
    ended_at: job.endedAt ? toInstant(job.endedAt) : null,
    expires_at: toInstant(job.expiresAt),
    error: job.error ?? null,
  };
}
