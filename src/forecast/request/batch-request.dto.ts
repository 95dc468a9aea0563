import { ApiProperty, ApiSchema, OmitType, PickType } from '@nestjs/swagger';
import { MOST_LOCATIONS } from './batch-query.js';
import { ForecastRequestDto } from './forecast-request.dto.js';
import { POINT_PARAMETERS } from './parameters.js';

@ApiSchema({ name: 'ForecastBatchLocation' })
export class ForecastBatchLocationDto extends PickType(ForecastRequestDto, POINT_PARAMETERS) {}

/** Documents the body of a batch; `batch-query.ts` checks it. */
@ApiSchema({
  name: 'ForecastBatchRequest',
  description: 'The locations, and the parameters of GET /v1/weather/forecast for all of them.',
})
export class ForecastBatchRequestDto extends OmitType(ForecastRequestDto, POINT_PARAMETERS) {
  @ApiProperty({
    type: [ForecastBatchLocationDto],
    minItems: 1,
    maxItems: MOST_LOCATIONS,
    description: 'The locations. Each costs at least one unit.',
  })
  locations!: ForecastBatchLocationDto[];
}
