import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { INTERVALS, type Interval } from './report-buckets.js';

/** Estimated from buckets of durations, to 15 %; null without requests. */
@ApiSchema({ name: 'LatencyPercentiles' })
export class LatencyPercentilesDto {
  @ApiProperty({ type: 'number', nullable: true, example: 3.1 })
  p50!: number | null;
  @ApiProperty({ type: 'number', nullable: true, example: 9.4 })
  p95!: number | null;
  @ApiProperty({ type: 'number', nullable: true, example: 21.6 })
  p99!: number | null;
}

@ApiSchema({ name: 'UsageCounts' })
export class UsageCountsDto {
  /**
   * Requests with a key that is or was one of the client's.
   * @example 1204
   */
  @ApiProperty({ type: 'integer' })
  requests!: number;
  /**
   * What they cost. Only successful requests cost units.
   * @example 1180
   */
  @ApiProperty({ type: 'integer' })
  units!: number;
  /**
   * Requests that were rejected or failed: status 400 or above.
   * @example 24
   */
  @ApiProperty({ type: 'integer' })
  errors!: number;
  /**
   * Errors because of a rate limit: status 429.
   * @example 20
   */
  @ApiProperty({ type: 'integer' })
  throttled!: number;
  /**
   * Of the bodies, as they were sent.
   * @example 9871234
   */
  @ApiProperty({ type: 'integer' })
  bytes!: number;
  latency_ms!: LatencyPercentilesDto;
}

@ApiSchema({ name: 'UsageGroup' })
export class UsageGroupDto extends UsageCountsDto {
  /** With `group_by=endpoint`. */
  @ApiPropertyOptional({ example: 'GET /v1/weather/forecast' })
  endpoint?: string;
  /** With `group_by=status`. */
  @ApiPropertyOptional({ type: 'integer', example: 200 })
  status?: number;
  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    example: 'key_01KAHVZ6D4Q3T5B9XG7M2N8RWC',
    description:
      'With `group_by=api_key`. Null is the sum of all groups but the busiest: at most 100, and at most 20,000 over all buckets.',
  })
  api_key_id?: string | null;
  @ApiPropertyOptional({ type: 'string', nullable: true, description: 'With `group_by=api_key`.' })
  api_key_name?: string | null;
  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    example: 'cli_01KAHVZ6D4Q3T5B9XG7M2N8RWC',
    description:
      'With `group_by=client`. Null is the sum of all groups but the busiest: at most 100, and at most 20,000 over all buckets.',
  })
  client_id?: string | null;
  @ApiPropertyOptional({ type: 'string', nullable: true, description: 'With `group_by=client`.' })
  client_name?: string | null;
}

@ApiSchema({ name: 'UsageBucket' })
export class UsageBucketDto {
  /** @example '2026-11-20T00:00:00Z' */
  start!: string;
  groups!: UsageGroupDto[];
}

@ApiSchema({ name: 'Usage' })
export class UsageReportDto {
  /** @example '2026-11-20T00:00:00Z' */
  start!: string;
  /**
   * Exclusive.
   * @example '2026-11-21T00:00:00Z'
   */
  end!: string;
  @ApiProperty({ enum: INTERVALS, enumName: 'UsageInterval' })
  interval!: Interval;
  /**
   * The report includes every request that finished at least two seconds before this time. It is the time of the
   * request, or earlier while usage is waiting to be written to the database.
   * @example '2026-11-20T15:42:07Z'
   */
  as_of!: string;
  /** Without gaps: a bucket or a group without requests has zeros. */
  buckets!: UsageBucketDto[];
  totals!: UsageCountsDto;
}
