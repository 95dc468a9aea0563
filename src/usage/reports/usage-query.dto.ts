import { ApiSchema } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { INTERVALS, type Interval } from './report-buckets.js';

const GROUPINGS = ['endpoint', 'status', 'api_key', 'client'] as const;
export type Grouping = (typeof GROUPINGS)[number];

const ONE = { message: '$property must be given once' };

/** Whose usage is wanted: by default that of all clients of the account's organizations, and for administrators that of everybody. */
@ApiSchema({ name: 'UsageScope' })
export class UsageScopeDto {
  /**
   * Only this client's.
   * @example 'cli_01KAHVZ6D4Q3T5B9XG7M2N8RWC'
   */
  @IsOptional()
  @IsString(ONE)
  client_id?: string;

  /**
   * Only this key's.
   * @example 'key_01KAHVZ6D4Q3T5B9XG7M2N8RWC'
   */
  @IsOptional()
  @IsString(ONE)
  api_key_id?: string;

  /**
   * Only that of this organization's clients.
   * @example 'org_01KAHVZ6D4Q3T5B9XG7M2N8RWC'
   */
  @IsOptional()
  @IsString(ONE)
  organization_id?: string;

  /**
   * Only that of the clients that this account created; for administrators.
   * @example 'acc_01KAHVZ6D4Q3T5B9XG7M2N8RWC'
   */
  @IsOptional()
  @IsString(ONE)
  account_id?: string;
}

@ApiSchema({ name: 'UsageQuery' })
export class UsageQueryDto extends UsageScopeDto {
  /**
   * ISO 8601 with `Z` or an offset. Rounded down to the start of its bucket. Default: the last 60 minutes, 24 hours or
   * 30 days.
   * @example '2026-11-01T00:00:00Z'
   */
  @IsOptional()
  @IsString(ONE)
  start?: string;

  /**
   * Exclusive, and moved to the end of its bucket. By default now.
   * @example '2026-11-21T00:00:00Z'
   */
  @IsOptional()
  @IsString(ONE)
  end?: string;

  /** The length of the buckets. Minutes are kept for 48 hours. */
  @IsOptional()
  @IsIn(INTERVALS, { message: `interval must be one of ${INTERVALS.join(', ')}` })
  interval?: Interval = 'day';

  /** How to group the requests in a bucket. Without it, each bucket has one group. */
  @IsOptional()
  @IsIn(GROUPINGS, { message: `group_by must be one of ${GROUPINGS.join(', ')}` })
  group_by?: Grouping;

  /**
   * An IANA name. Hours and days follow this time zone.
   * @example 'Europe/Warsaw'
   */
  @IsOptional()
  @IsString(ONE)
  timezone?: string = 'UTC';
}

@ApiSchema({ name: 'QuotaQuery' })
export class QuotaQueryDto {
  /**
   * Optional for a client that uses its own credentials.
   * @example 'cli_01KAHVZ6D4Q3T5B9XG7M2N8RWC'
   */
  @IsOptional()
  @IsString(ONE)
  client_id?: string;
}
