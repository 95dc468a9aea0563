import { ApiProperty, ApiPropertyOptional, ApiSchema, OmitType } from '@nestjs/swagger';
import { MOST_LOCATIONS } from './batch-query.js';
import { ForecastRequestDto } from './forecast-request.dto.js';

@ApiSchema({ name: 'ForecastBatchLocation' })
export class ForecastBatchLocationDto {
  @ApiProperty({ minimum: -90, maximum: 90, example: 42.3478, description: 'Latitude in degrees.' })
  lat!: number;

  @ApiProperty({ minimum: -180, maximum: 180, example: -71.0466, description: 'Longitude in degrees east.' })
  lon!: number;

  @ApiPropertyOptional({
    type: Number,
    minimum: -500,
    maximum: 9000,
    description: "Meters above sea level. Default: the height of the source's terrain.",
    example: 1012,
  })
  elevation?: number;
}

/** Documents the body of a batch; `batch-query.ts` checks it. */
@ApiSchema({
  name: 'ForecastBatchRequest',
  description: 'The locations, and the parameters of GET /v1/weather/forecast for all of them.',
})
export class ForecastBatchRequestDto extends OmitType(ForecastRequestDto, ['lat', 'lon', 'elevation']) {
  @ApiProperty({
    type: [ForecastBatchLocationDto],
    minItems: 1,
    maxItems: MOST_LOCATIONS,
    description: 'The locations. Each costs at least one unit.',
  })
  locations!: ForecastBatchLocationDto[];
}
