import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ForecastDto } from './forecast-response.dto.js';

@ApiSchema({
  name: 'ForecastBatchMeta',
  description: 'What the forecasts have in common; null where they differ. See the meta of each forecast.',
})
export class ForecastBatchMetaDto {
  @ApiProperty({ type: 'integer', description: 'How many forecasts there are.', example: 2 })
  locations!: number;

  @ApiProperty({ type: String, nullable: true, description: 'The source of all forecasts.', example: 'gfs' })
  source!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'The time at which the model run of all forecasts starts.',
  })
  run!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When this service published the run.',
  })
  publishedAt!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the next run of the model is usually complete.',
  })
  nextRunExpectedAt!: string | null;

  @ApiProperty({ enum: ['metric', 'imperial'], enumName: 'UnitSystem' })
  units!: 'metric' | 'imperial';
}

@ApiSchema({ name: 'ForecastBatch' })
export class ForecastBatchDto {
  @ApiProperty({ type: [ForecastDto], description: 'One for each location, in the order of the locations.' })
  forecasts!: ForecastDto[];

  @ApiProperty()
  meta!: ForecastBatchMetaDto;
}
