import { ApiProperty, ApiSchema, OmitType } from '@nestjs/swagger';
import { ForecastBatchLocationDto, ForecastBatchRequestDto } from '../request/batch-request.dto.js';
import { JOB_BOUNDS } from '../request/batch-query.js';
import { LOCATIONS } from '../request/parameters.js';

/** Documents the body of a job; `batch-query.ts` checks it. */
@ApiSchema({
  name: 'ForecastJobRequest',
  description: 'The locations, and the parameters of GET /v1/weather/forecast for all of them.',
})
export class ForecastJobRequestDto extends OmitType(ForecastBatchRequestDto, [LOCATIONS]) {
  @ApiProperty({
    type: [ForecastBatchLocationDto],
    minItems: 1,
    maxItems: JOB_BOUNDS.locations,
    description: 'The locations. Each costs at least one unit.',
  })
  locations!: ForecastBatchLocationDto[];
}
