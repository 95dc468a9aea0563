import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { DailyValuesDto } from './daily-values.dto.js';
import { SOURCES } from './forecast-query.js';
import { HourlyValuesDto, MinutelyValuesDto } from './hourly-values.dto.js';

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

@ApiSchema({ name: 'MinutelyEntry' })
export class MinutelyEntryDto {
  @ApiProperty({ format: 'date-time', description: 'A whole minute, UTC.', example: '2026-11-21T03:17:00Z' })
  time!: string;

  @ApiProperty({ type: MinutelyValuesDto })
  values!: MinutelyValuesDto;
}

@ApiSchema({ name: 'DailyEntry' })
export class DailyEntryDto {
  @ApiProperty({
    format: 'date-time',
    description: 'The beginning of a day of the asked time zone, in UTC. Days have 23 to 25 hours.',
    example: '2026-11-21T05:00:00Z',
  })
  time!: string;

  @ApiProperty({ type: DailyValuesDto })
  values!: DailyValuesDto;
}

@ApiSchema({ name: 'Timelines', description: 'Exactly the timelines that were asked for.' })
export class TimelinesDto {
  @ApiPropertyOptional({ type: [HourlyEntryDto], description: 'Hour by hour, without gaps.' })
  hourly?: HourlyEntryDto[];

  @ApiPropertyOptional({ type: [MinutelyEntryDto], description: 'Minute by minute, without gaps.' })
  minutely?: MinutelyEntryDto[];

  @ApiPropertyOptional({ type: [DailyEntryDto], description: 'Day by day, without gaps.' })
  daily?: DailyEntryDto[];
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
    description:
      "The source's terrain at the point, in metres. Values are of it unless an elevation was asked for.",
  })
  elevation!: number | null;

  @ApiProperty({ enum: ['bilinear'], description: "How values come between the model's grid points." })
  interpolation!: 'bilinear';
}

@ApiSchema({ name: 'ForecastWarning' })
export class ForecastWarningDto {
  @ApiProperty({ description: 'Stable: what programs test.', example: 'no_land' })
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
  @ApiProperty({
    enum: SOURCES.filter((source) => source !== 'auto'),
    description: 'The model, or `climatology`: long-term means, which are no forecast.',
    example: 'gfs',
  })
  source!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'The time at which the model run starts; null for climatology.',
  })
  run!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When this service began to serve the run; null for climatology.',
  })
  publishedAt!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the next run of the model is usually complete; null for climatology.',
  })
  nextRunExpectedAt!: string | null;

  @ApiProperty({ enum: ['metric', 'imperial'], enumName: 'UnitSystem' })
  units!: 'metric' | 'imperial';

  @ApiProperty({ description: 'The time zone of daily boundaries, by its IANA name.', example: 'UTC' })
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
