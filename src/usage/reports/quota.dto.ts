import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { WINDOWS, type Window } from '../limits/client-limits.js';

@ApiSchema({ name: 'QuotaWindow' })
export class QuotaWindowDto {
  @ApiProperty({ enum: WINDOWS, enumName: 'LimitWindow' })
  window!: Window;
  /**
   * Requests for second and minute, units for hour and day.
   * @example 50000
   */
  @ApiProperty({ type: 'integer' })
  limit!: number;
  /** @example 49312 */
  @ApiProperty({ type: 'integer' })
  remaining!: number;
  /**
   * Seconds until the window resets or, if nothing remains, until it admits the next request.
   * @example 40211
   */
  @ApiProperty({ type: 'integer' })
  reset!: number;
}

@ApiSchema({ name: 'Quota' })
export class QuotaDto {
  /** @example 'cli_01KAHVZ6D4Q3T5B9XG7M2N8RWC' */
  client_id!: string;
  /** @example '2026-11-20T15:42:07Z' */
  as_of!: string;
  /** Every window that is set for the client. */
  windows!: QuotaWindowDto[];
  /** Every window that is set for all clients of the organization together. */
  organization_windows!: QuotaWindowDto[];
}
