import { ApiProperty, ApiPropertyOptional, ApiSchema, IntersectionType } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { DECLARED_BY_FEATURES, IsDeclared, PageQueryDto } from '../../core/http/index.js';
import type { ProblemCode } from '../../core/features/index.js';
import { UsageScopeDto } from './usage-query.dto.js';

@ApiSchema({ name: 'RequestLogQuery' })
export class RequestLogQueryDto extends IntersectionType(PageQueryDto, UsageScopeDto) {
  /**
   * Only requests with this status, such as `429`, or class, such as `4xx`.
   * @example '429'
   */
  @IsOptional()
  @Matches(/^[2-5](\d\d|xx)$/, { message: 'status must be a status, such as 429, or a class, such as 4xx' })
  status?: string;

  @ApiPropertyOptional({
    enum: DECLARED_BY_FEATURES,
    enumName: 'ProblemCode',
    description: 'Only requests with this error.',
  })
  @IsOptional()
  @IsDeclared('ProblemCode', { message: 'code must be the code of an error, such as quota_exceeded' })
  code?: ProblemCode;
}

@ApiSchema({ name: 'LoggedPoint' })
export class LoggedPointDto {
  /** @example 42.3 */
  lat!: number;
  /** @example -71 */
  lon!: number;
}

@ApiSchema({ name: 'LoggedRequest' })
export class LoggedRequestDto {
  @ApiProperty({ example: 'req_01KAHVZ6D4Q3T5B9XG7M2N8RWC' })
  id!: string;
  /** @example '2026-11-20T15:42:07Z' */
  @ApiProperty()
  time!: string;
  /** @example 'GET /v1/weather/forecast' */
  @ApiProperty()
  endpoint!: string;
  /** @example 503 */
  @ApiProperty({ type: 'integer' })
  status!: number;
  @ApiProperty({
    enum: DECLARED_BY_FEATURES,
    enumName: 'ProblemCode',
    nullable: true,
    example: 'forecast_unavailable',
    description: 'The error code; null if the request was served.',
  })
  code!: ProblemCode | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: 'No stored run of gfs covers the location 42.3, -71 at 2026-11-21T03:00:00Z.',
    description:
      "The start of the error's detail, with decimals rounded to 0.1. Null if the request was served.",
  })
  detail!: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 0,
    description: 'Units counted toward the hour and day limits. Null in entries of the first previews.',
  })
  units!: number | null;
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
    description: 'The first characters of the key; null once it is deleted.',
  })
  api_key_start!: string | null;
  @ApiProperty({
    type: LoggedPointDto,
    nullable: true,
    description: 'Rounded to 0.1°. Null if the request had no valid location, or several.',
  })
  point!: LoggedPointDto | null;
}

@ApiSchema({ name: 'RequestLogPage' })
export class RequestLogPageDto {
  data!: LoggedRequestDto[];
  /** Send it as `cursor` to get the next page; null on the last page. */
  next_cursor!: string | null;
  @ApiProperty({
    type: 'integer',
    example: 0,
    description:
      'How many requests of these clients, key and status the log leaves out, of any error code: those beyond what it keeps of a second, of a client and of all.',
  })
  dropped!: number;
}
