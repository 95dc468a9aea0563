import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { METRIC_NAMES } from '../../meteo/metrics.js';
import { SOURCES, TIMELINES, UNIT_SYSTEMS } from './forecast-query.js';

/** Documents the body of a forecast request; `forecast-query.ts` checks it. */
@ApiSchema({
  name: 'ForecastRequest',
  description: 'The parameters of GET /v1/weather/forecast, which describes them, as a JSON object.',
})
export class ForecastRequestDto {
  @ApiProperty({ minimum: -90, maximum: 90, example: 42.3478, description: 'Latitude in degrees.' })
  lat!: number;

  @ApiProperty({ minimum: -180, maximum: 180, example: -71.0466, description: 'Longitude in degrees east.' })
  lon!: number;

  @ApiPropertyOptional({
    type: 'array',
    minItems: 1,
    items: { type: 'string', enum: METRIC_NAMES },
    description: 'The metrics to return. Default: all.',
  })
  fields?: string[];

  @ApiPropertyOptional({
    type: 'array',
    minItems: 1,
    items: { type: 'string', enum: [...TIMELINES] },
    description: 'The time steps to return. Default: `hourly`.',
  })
  timelines?: string[];

  @ApiPropertyOptional({
    type: String,
    description: 'An IANA name, or `auto`. Default: `UTC`.',
    example: 'America/New_York',
  })
  timezone?: string;

  @ApiPropertyOptional({ type: String, enum: UNIT_SYSTEMS, description: 'Default: `metric`.' })
  units?: string;

  @ApiPropertyOptional({ type: String, format: 'date-time', description: 'ISO 8601 with `Z` or an offset.' })
  startTime?: string;

  @ApiPropertyOptional({ type: String, format: 'date-time', description: 'ISO 8601 with `Z` or an offset.' })
  endTime?: string;

  @ApiPropertyOptional({ type: String, enum: SOURCES, description: 'Default: `auto`.' })
  source?: string;

  @ApiPropertyOptional({
    type: Number,
    minimum: -500,
    maximum: 9000,
    description: "Meters above sea level. Default: the height of the source's terrain.",
    example: 1012,
  })
  elevation?: number;
}
