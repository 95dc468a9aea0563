import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { DailyValuesDto } from './daily-values.dto.js';
import { DECLARED_BY_FEATURES } from '../../core/http/index.js';
import { HourlyValuesDto, MinutelyValuesDto } from './hourly-values.dto.js';

@ApiSchema({ name: 'ForecastLocation', description: 'The requested location.' })
export class ForecastLocationDto {
  @ApiProperty({ description: 'Latitude in degrees.', example: 42.3478 })
  lat!: number;

  @ApiProperty({ description: 'Longitude in degrees.', example: -71.0466 })
  lon!: number;
}

@ApiSchema({ name: 'HourlyEntry' })
export class HourlyEntryDto {
  @ApiProperty({ format: 'date-time', description: 'A full hour, UTC.', example: '2026-11-21T03:00:00Z' })
  time!: string;

  @ApiProperty({ type: HourlyValuesDto })
  values!: HourlyValuesDto;
}

@ApiSchema({ name: 'MinutelyEntry' })
export class MinutelyEntryDto {
  @ApiProperty({ format: 'date-time', description: 'A full minute, UTC.', example: '2026-11-21T03:17:00Z' })
  time!: string;

  @ApiProperty({ type: MinutelyValuesDto })
  values!: MinutelyValuesDto;
}

@ApiSchema({ name: 'DailyEntry' })
export class DailyEntryDto {
  @ApiProperty({
    format: 'date-time',
    description: 'The start of a day in the requested time zone, in UTC. Days have 23 to 25 hours.',
    example: '2026-11-21T05:00:00Z',
  })
  time!: string;

  @ApiProperty({ type: DailyValuesDto })
  values!: DailyValuesDto;
}

@ApiSchema({ name: 'Timelines', description: 'The requested timelines.' })
export class TimelinesDto {
  @ApiPropertyOptional({ type: [HourlyEntryDto], description: 'Hourly, without gaps.' })
  hourly?: HourlyEntryDto[];

  @ApiPropertyOptional({ type: [MinutelyEntryDto], description: 'Minutely, without gaps.' })
  minutely?: MinutelyEntryDto[];

  @ApiPropertyOptional({ type: [DailyEntryDto], description: 'Daily, without gaps.' })
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
      "The height of the source's terrain at the location, in meters. Values are for the height in `meta.elevation`.",
  })
  elevation!: number | null;

  @ApiProperty({
    enum: ['bilinear'],
    description: "How values between the model's grid points are calculated.",
  })
  interpolation!: 'bilinear';
}

@ApiSchema({ name: 'ForecastWarning' })
export class ForecastWarningDto {
  @ApiProperty({ description: 'A stable identifier. Check it in your programs.', example: 'no_land' })
  code!: string;

  @ApiProperty({ description: 'A human-readable description.' })
  detail!: string;

  @ApiProperty({
    type: [String],
    description: 'The metrics it affects; empty if it affects the whole response.',
  })
  fields!: string[];
}

@ApiSchema({
  name: 'ForecastSourceSpan',
  description: 'A group of fields, and the hours that one model run provides for them.',
})
export class ForecastSourceSpanDto {
  @ApiProperty({ type: [String], example: ['precipitationIntensity', 'weatherCode'] })
  fields!: string[];

  @ApiProperty({ format: 'date-time', description: 'The first hour.', example: '2026-11-21T03:00:00Z' })
  from!: string;

  @ApiProperty({ format: 'date-time', description: 'The last hour.', example: '2026-11-26T18:00:00Z' })
  to!: string;
}

const SHARE = { minimum: 0, maximum: 1, example: 0.54 };

@ApiSchema({
  name: 'ForecastSourceShare',
  description:
    'What a model run weighs in the mean of the models, on average from `from` to `to`, whichever fields were requested. The shares of an hour add up to 1, with those of models that have none of the requested fields and are not listed.',
})
export class ForecastSourceShareDto {
  @ApiProperty({
    ...SHARE,
    description: 'In `temperature`, and in `dewPoint` among the models that have one.',
  })
  temperature!: number;

  @ApiProperty({
    ...SHARE,
    description: 'In `windSpeed` and `windDirection`, and in `windGust` among the models that have a gust.',
  })
  wind!: number;

  @ApiProperty({ ...SHARE, description: 'In `pressureSurfaceLevel`.' })
  pressure!: number;
}

@ApiSchema({ name: 'ForecastSource', description: 'What one model run contributes to the response.' })
export class ForecastSourceDto {
  @ApiProperty({ enum: DECLARED_BY_FEATURES, enumName: 'AnswerSource', example: 'gfs' })
  source!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  run!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  publishedAt!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  nextRunExpectedAt!: string | null;

  @ApiProperty({
    type: [String],
    description: 'The metrics that have values from it, at least in some of the hours.',
    example: ['temperature', 'windSpeed', 'weatherCode'],
  })
  fields!: string[];

  @ApiProperty({
    format: 'date-time',
    description: 'The first hour that it provides for any field.',
    example: '2026-11-21T03:00:00Z',
  })
  from!: string;

  @ApiProperty({
    format: 'date-time',
    description: 'The last hour that it provides for any field.',
    example: '2026-11-21T03:00:00Z',
  })
  to!: string;

  @ApiProperty({
    type: [ForecastSourceSpanDto],
    description:
      'The same for each group of fields with the same hours. Where one model takes over from another, some fields switch earlier than others.',
  })
  spans!: ForecastSourceSpanDto[];

  @ApiProperty()
  share!: ForecastSourceShareDto;

  @ApiPropertyOptional({
    format: 'date-time',
    description: 'While the run is still being published: the valid time of its last step so far.',
  })
  reaches?: string;

  @ApiPropertyOptional({
    enum: ['ensemble_members', 'neighborhood'],
    enumName: 'ProbabilityMethod',
    description:
      "If it gives `precipitationProbability`, how: the share of an ensemble's members, or an estimate from the grid points around the location.",
  })
  probabilityMethod?: 'ensemble_members' | 'neighborhood';

  @ApiProperty()
  grid!: ForecastGridDto;

  @ApiProperty({ description: 'The attribution to show with the data.' })
  attribution!: string;
}

@ApiSchema({ name: 'ForecastPlace', description: 'The place that you requested by name.' })
export class ForecastPlaceDto {
  @ApiProperty({ description: 'Identifies the place in later requests.', example: 'plc_4930956' })
  id!: string;

  @ApiProperty({ example: 'Boston' })
  name!: string;

  @ApiProperty({ description: 'ISO 3166-1 alpha-2.', example: 'US' })
  country_code!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The state, province or region.',
    example: 'Massachusetts',
  })
  admin!: string | null;
}

@ApiSchema({
  name: 'ForecastCorrectingStation',
  description: 'A station whose recent errors are known.',
})
export class ForecastCorrectingStationDto {
  @ApiProperty({ description: 'Its ICAO or other code, as in `GET /v1/weather/stations`.', example: 'KBOS' })
  id!: string;

  @ApiProperty({ example: 3.4 })
  distanceKm!: number;

  @ApiProperty({
    ...SHARE,
    description:
      'Its share in the correction. The shares add up to less than 1 far from stations, where stations disagree, and where corrections help little.',
    example: 0.62,
  })
  weight!: number;
}

@ApiSchema({
  name: 'ForecastCorrection',
  description: 'How the recent errors at stations nearby have changed a field.',
})
export class ForecastCorrectionDto {
  @ApiProperty({ enum: ['temperature', 'dewPoint'] })
  field!: string;

  @ApiProperty({ type: [ForecastCorrectingStationDto], description: 'The nearest first.' })
  stations!: ForecastCorrectingStationDto[];

  @ApiProperty({
    description:
      'What was added to the mean of the models, on average over the hours of the response, in the units of the response.',
    example: -0.84,
  })
  mean!: number;

  @ApiProperty({
    type: 'integer',
    description:
      'The number of the state of the verification that the correction is from. At most one is published an hour.',
    example: 217,
  })
  state!: number;
}

@ApiSchema({ name: 'ForecastMeta', description: 'Where the values come from.' })
export class ForecastMetaDto {
  @ApiProperty({
    enum: DECLARED_BY_FEATURES,
    enumName: 'AnswerSource',
    description:
      'The most preferred model with a share in the first hour, or `climatology` for long-term averages, which are not a forecast. `sources` has all models.',
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
    description: 'When this service published the run; null for climatology.',
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

  @ApiPropertyOptional()
  place?: ForecastPlaceDto;

  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      "The height that the values are for, in meters above sea level: `elevation`, or else the height of the place, which doesn't depend on the hours or fields. Null if no terrain is known.",
  })
  elevation!: number | null;

  @ApiPropertyOptional({
    description:
      'The attribution to show with the data if the height is that of the ground, from Copernicus GLO-90.',
  })
  elevationAttribution?: string;

  @ApiProperty()
  grid!: ForecastGridDto;

  @ApiProperty({ description: 'The attribution to show with the data.' })
  attribution!: string;

  @ApiProperty({
    type: [ForecastSourceDto],
    description:
      'The model runs behind the response, those of the preferred model first, those of ensembles and climatology last.',
  })
  sources!: ForecastSourceDto[];

  @ApiProperty({
    type: [ForecastCorrectionDto],
    description:
      'What stations nearby have changed in temperature and dew point, if a requested field is calculated from them. Not listed for fields that only have to fit them, such as `weatherCode`. Empty with `correction=none`, if `source` is a model, and where nothing is known.',
  })
  corrections!: ForecastCorrectionDto[];

  @ApiProperty({
    type: [ForecastWarningDto],
    description: 'Why values are missing, and other limitations.',
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
