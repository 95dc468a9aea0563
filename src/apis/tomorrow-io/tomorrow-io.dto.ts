import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

const Values = () =>
  ApiProperty({
    type: 'object',
    additionalProperties: { anyOf: [{ type: 'number' }, { type: 'string' }, { type: 'null' }] },
    description: 'The fields by name; null without a value.',
  });
type Values = Record<string, number | string | null>;

@ApiSchema({ name: 'TomorrowIoInterval' })
export class TomorrowIoIntervalDto {
  @ApiProperty({ type: String, format: 'date-time' })
  startTime!: string;
  @Values()
  values!: Values;
}

@ApiSchema({ name: 'TomorrowIoTimeline' })
export class TomorrowIoTimelineDto {
  timestep!: string;
  /** When the last interval starts. */
  @ApiProperty({ type: String, format: 'date-time' })
  endTime!: string;
  @ApiProperty({ type: String, format: 'date-time' })
  startTime!: string;
  @ApiProperty({ type: [TomorrowIoIntervalDto] })
  intervals!: TomorrowIoIntervalDto[];
}

@ApiSchema({ name: 'TomorrowIoTimelineList' })
export class TomorrowIoTimelineListDto {
  @ApiProperty({ type: [TomorrowIoTimelineDto] })
  timelines!: TomorrowIoTimelineDto[];
}

/** What was left out of the response. */
@ApiSchema({ name: 'TomorrowIoWarning' })
export class TomorrowIoWarningDto {
  @ApiProperty({ type: 'integer' })
  code!: number;
  type!: string;
  message!: string;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  meta!: Record<string, string>;
}

/** As `/v4/timelines` returns it. */
@ApiSchema({ name: 'TomorrowIoTimelines' })
export class TomorrowIoTimelinesDto {
  data!: TomorrowIoTimelineListDto;
  @ApiPropertyOptional({ type: [TomorrowIoWarningDto] })
  warnings?: TomorrowIoWarningDto[];
}

@ApiSchema({ name: 'TomorrowIoEntry' })
export class TomorrowIoEntryDto {
  @ApiProperty({ type: String, format: 'date-time' })
  time!: string;
  @Values()
  values!: Values;
}

@ApiSchema({ name: 'TomorrowIoLocation' })
export class TomorrowIoLocationDto {
  lat!: number;
  lon!: number;
  /** The name of the location, if you requested it by name. */
  name?: string;
}

@ApiSchema({ name: 'TomorrowIoForecastTimelines' })
export class TomorrowIoForecastTimelinesDto {
  @ApiPropertyOptional({ type: [TomorrowIoEntryDto] })
  minutely?: TomorrowIoEntryDto[];
  @ApiPropertyOptional({ type: [TomorrowIoEntryDto] })
  hourly?: TomorrowIoEntryDto[];
  @ApiPropertyOptional({ type: [TomorrowIoEntryDto] })
  daily?: TomorrowIoEntryDto[];
}

/** As `/v4/weather/forecast` returns it. */
@ApiSchema({ name: 'TomorrowIoForecast' })
export class TomorrowIoForecastDto {
  timelines!: TomorrowIoForecastTimelinesDto;
  location!: TomorrowIoLocationDto;
}

/** As `/v4/weather/realtime` returns it. */
@ApiSchema({ name: 'TomorrowIoRealtime' })
export class TomorrowIoRealtimeDto {
  data!: TomorrowIoEntryDto;
  location!: TomorrowIoLocationDto;
}

/** As Tomorrow.io writes its errors. */
@ApiSchema({ name: 'TomorrowIoError' })
export class TomorrowIoErrorDto {
  /** The HTTP status and a number, such as 400001. */
  @ApiProperty({ type: 'integer' })
  code!: number;
  type!: string;
  /** What is wrong. */
  message!: string;
}
