import { ApiProperty, ApiSchema, IntersectionType } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { PageQueryDto } from '../../common/http/page.dto.js';
import { UsageScopeDto } from './usage-query.dto.js';

@ApiSchema({ name: 'RequestLogQuery' })
export class RequestLogQueryDto extends IntersectionType(PageQueryDto, UsageScopeDto) {
  /**
   * Only answers with this status, such as `429`, or of this class, such as `4xx`.
   * @example '429'
   */
  @IsOptional()
  @Matches(/^[2-5](\d\d|xx)$/, { message: 'status must be a status, such as 429, or a class, such as 4xx' })
  status?: string;
}

@ApiSchema({ name: 'LoggedPoint' })
export class LoggedPointDto {
  /** @example 52.2 */
  lat!: number;
  /** @example 21 */
  lon!: number;
}

@ApiSchema({ name: 'LoggedRequest' })
export class LoggedRequestDto {
  /** @example '2026-11-20T15:42:07Z' */
  @ApiProperty()
  time!: string;
  /** @example 'GET /v1/weather/forecast' */
  @ApiProperty()
  endpoint!: string;
  /** @example 200 */
  @ApiProperty({ type: 'integer' })
  status!: number;
  /** @example 3.141 */
  @ApiProperty()
  latency_ms!: number;
  /** @example 'b5b8f1c2-5f0d-4c1e-9d53-1a6c7d0b8e11' */
  @ApiProperty()
  request_id!: string;
  /** @example 'cli_01KAHVZ6D4Q3T5B9XG7M2N8RWC' */
  @ApiProperty()
  client_id!: string;
  /** @example 'key_01KAHVZ6D4Q3T5B9XG7M2N8RWC' */
  @ApiProperty()
  api_key_id!: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: 'wx_4fQ8sT',
    description: 'The first characters of the key; null once it is gone.',
  })
  api_key_start!: string | null;
  @ApiProperty({
    type: LoggedPointDto,
    nullable: true,
    description: 'Rounded to 0.1°. Null where the request named no point that could be read, or several.',
  })
  point!: LoggedPointDto | null;
}

@ApiSchema({ name: 'RequestLogPage' })
export class RequestLogPageDto {
  data!: LoggedRequestDto[];
  /** For the next part of the list; null at its end. */
  next_cursor!: string | null;
}
