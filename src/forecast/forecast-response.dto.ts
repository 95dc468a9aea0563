import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { HourlyValuesDto } from './hourly-values.dto.js';

@ApiSchema({ name: 'ForecastLocation', description: 'The point that was asked for.' })
export class ForecastLocationDto {
  @ApiProperty({ description: 'Latitude in degrees.', example: 42.3478 })
  lat!: number;

  @ApiProperty({ description: 'Longitude in degrees.', example: -71.0466 })
  lon!: number;
}

@ApiSchema({ name: 'HourlyEntry' })
export class HourlyEntryDto {
  @ApiProperty({ format: 'date-time', description: 'A whole hour, UTC.', example: '2026-11-21T03:00:00Z' })
  time!: string;

  @ApiProperty({ type: HourlyValuesDto })
  values!: HourlyValuesDto;
}

@ApiSchema({ name: 'Timelines' })
export class TimelinesDto {
  @ApiProperty({ type: [HourlyEntryDto], description: 'Hour by hour, without gaps.' })
  hourly!: HourlyEntryDto[];
}

@ApiSchema({ name: 'ForecastData' })
export class ForecastDataDto {
  @ApiProperty()
  timelines!: TimelinesDto;
}

@ApiSchema({ name: 'ForecastGrid' })
export class ForecastGridDto {
  @ApiProperty({ description: "Degrees between the model's grid points.", example: 0.25 })
  resolution!: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: "The model's terrain at the point, in metres.",
  })
  elevation!: number | null;

  @ApiProperty({ enum: ['bilinear'], description: "How values come between the model's grid points." })
  interpolation!: 'bilinear';
}

@ApiSchema({ name: 'ForecastWarning' })
export class ForecastWarningDto {
  @ApiProperty({ description: 'Stable: what programs test.', example: 'not_available_yet' })
  code!: string;

  @ApiProperty({ description: 'What is missing or to be borne in mind.' })
  detail!: string;

  @ApiProperty({
    type: [String],
    description: 'The metrics it concerns; none when it is about the whole answer.',
  })
  fields!: string[];
}

@ApiSchema({ name: 'ForecastMeta', description: 'Where the values come from.' })
export class ForecastMetaDto {
  @ApiProperty({ description: 'The model.', example: 'gfs' })
  source!: string;

  @ApiProperty({ format: 'date-time', description: 'The time at which the model run starts.' })
  run!: string;

  @ApiProperty({ format: 'date-time', description: 'When this service began to serve the run.' })
  publishedAt!: string;

  @ApiProperty({ format: 'date-time', description: 'When the next run of the model is usually complete.' })
  nextRunExpectedAt!: string;

  @ApiProperty({ enum: ['metric', 'imperial'], enumName: 'UnitSystem' })
  units!: 'metric' | 'imperial';

  @ApiProperty({ description: 'The time zone of daily boundaries.', example: 'UTC' })
  timezone!: string;

  @ApiProperty()
  grid!: ForecastGridDto;

  @ApiProperty({ description: 'Whom to name as the source of the data.' })
  attribution!: string;

  @ApiProperty({
    type: [ForecastWarningDto],
    description: 'Why values are missing, and what the run itself warns of.',
  })
  warnings!: ForecastWarningDto[];
}

@ApiSchema({ name: 'Forecast' })
export class ForecastDto {
  @ApiProperty()
  location!: ForecastLocationDto;

  @ApiProperty()
  data!: ForecastDataDto;

  @ApiProperty()
  meta!: ForecastMetaDto;
}
