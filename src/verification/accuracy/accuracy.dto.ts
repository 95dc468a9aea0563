import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { IsDegrees, LATITUDE, LONGITUDE } from '../../core/http/index.js';
import { SCORED_FIELDS } from '../../weather/verification/index.js';

export const FIELD_NAMES = SCORED_FIELDS.map(({ name }) => name);
export const SCOPES = ['station', '50km', '300km', 'world'] as const;
export type Scope = (typeof SCOPES)[number];
export const MOST_DAYS = 35;
const DAYS = `days must be a whole number from 1 to ${MOST_DAYS}`;

@ApiSchema({ name: 'AccuracyQuery' })
export class AccuracyQueryDto {
  /** What was forecast. `wind` is the vector, and `temperatureP10P90` the range between these quantiles. */
  @ApiPropertyOptional({ enum: FIELD_NAMES, default: 'temperature' })
  @IsOptional()
  @IsIn(FIELD_NAMES, { message: `field must be one of ${FIELD_NAMES.join(', ')}` })
  field?: string = 'temperature';

  /** Latitude in degrees, rounded to 0.1. Without a location, the scores are those of the whole world. */
  @ApiPropertyOptional()
  @IsOptional()
  @IsDegrees(LATITUDE)
  lat?: number;

  /** Longitude in degrees east, rounded to 0.1. */
  @ApiPropertyOptional()
  @IsOptional()
  @IsDegrees(LONGITUDE)
  lon?: number;

  /** How many of the last days are counted, 1 to 35; the current one is among them. */
  @ApiPropertyOptional({ type: 'integer' })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : value,
  )
  @IsInt({ message: DAYS })
  @Min(1, { message: DAYS })
  @Max(MOST_DAYS, { message: DAYS })
  days?: number = 30;

  /** `hour`: by hour of the day, in spans of three hours, for forecasts of the next 24 hours. Only with a scope of `300km` or `world`. */
  @ApiPropertyOptional({ enum: ['lead', 'hour'], default: 'lead' })
  @IsOptional()
  @IsIn(['lead', 'hour'], { message: 'by must be one of lead, hour' })
  by?: 'lead' | 'hour' = 'lead';

  /** Whose cases are counted: those of the nearest station, or of all around. By default the smallest one with 30 cases. */
  @ApiPropertyOptional({ enum: SCOPES })
  @IsOptional()
  @IsIn(SCOPES, { message: `scope must be one of ${SCOPES.join(', ')}` })
  scope?: Scope;
}

@ApiSchema({ name: 'AccuracyLeads' })
export class AccuracyLeadsDto {
  @ApiProperty({ example: 24 })
  from!: number;

  /** Exclusive, except for 120. */
  @ApiProperty({ example: 48 })
  to!: number;
}

@ApiSchema({ name: 'AccuracyInterval' })
export class AccuracyIntervalDto {
  @ApiProperty({ example: 1.3 })
  low!: number;

  @ApiProperty({ example: 1.6 })
  high!: number;
}

@ApiSchema({ name: 'ReliabilityBin' })
export class ReliabilityBinDto {
  @ApiProperty({ example: 0.2 })
  from!: number;

  @ApiProperty({ example: 0.3 })
  to!: number;

  /** Mean of the forecasts, 0 to 1. */
  @ApiProperty({ type: Number, nullable: true, example: 0.24 })
  forecast!: number | null;

  /** How often there was precipitation, 0 to 1. */
  @ApiProperty({ type: Number, nullable: true, example: 0.21 })
  observed!: number | null;

  @ApiProperty({ example: 412 })
  cases!: number;
}

const score = (description: string, example: number): PropertyDecorator =>
  ApiPropertyOptional({ type: Number, nullable: true, description, example });

@ApiSchema({ name: 'AccuracyScore' })
export class AccuracyScoreDto {
  /**
   * `auto` (the forecast as served), `auto_without_station` (the same without the station's own correction: what a place between stations gets), a model, `persistence` (the measurement at the same hour of the last full day before) or `climatology` (the long-term averages for the time of year, at the station's height).
   * @example 'auto'
   */
  @ApiProperty()
  source!: string;

  /** What the forecasts are compared with. */
  @ApiProperty({ enum: ['stations', 'later_runs'] })
  truth!: 'stations' | 'later_runs';

  leadHours!: AccuracyLeadsDto;

  @ApiPropertyOptional({
    description: 'With `by=hour`: the first of three hours of the day, UTC.',
    example: 12,
  })
  hour?: number;

  @ApiProperty({
    description: 'How many forecasts were compared. With `truth` `stations`, the same ones for all sources.',
    example: 2160,
  })
  cases!: number;

  @ApiProperty({ description: 'Number of days with cases.', example: 30 })
  days!: number;

  @score('Mean of forecast minus observation. Null with fewer than 30 cases, as all scores are.', -0.2)
  bias?: number | null;

  @score('Mean absolute error.', 1.4)
  mae?: number | null;

  @score('Root of the mean squared error.', 1.9)
  rmse?: number | null;

  @score('For `wind`: root of the mean squared length of the difference of the vectors.', 2.7)
  vectorRmse?: number | null;

  @score('For the probability: mean squared error, from 0 to 1. Lower is better.', 0.09)
  brier?: number | null;

  @ApiPropertyOptional({ type: [ReliabilityBinDto] })
  reliability?: ReliabilityBinDto[];

  @score('For P10 and P90: how often the observation was between them. Ideally 0.8.', 0.79)
  coverage?: number | null;

  @score(
    'For P10 and P90: continuous ranked probability score, estimated from P10, P50 and P90. Lower is better.',
    0.9,
  )
  crps?: number | null;

  @ApiPropertyOptional({
    type: AccuracyIntervalDto,
    nullable: true,
    description: 'The 95 % confidence interval of the MAE. Null with fewer than 2 days or 30 cases.',
  })
  interval?: AccuracyIntervalDto | null;
}

@ApiSchema({ name: 'AccuracyStation' })
export class AccuracyStationDto {
  @ApiProperty({ example: 'KBOS' })
  id!: string;

  @ApiProperty({ type: String, nullable: true, example: null })
  name!: string | null;

  @ApiProperty({ example: 42.3606 })
  lat!: number;

  @ApiProperty({ example: -71.0097 })
  lon!: number;

  @ApiProperty({ description: 'Kilometers from the requested location.', example: 3.4 })
  distanceKm!: number;
}

@ApiSchema({ name: 'Accuracy' })
export class AccuracyDto {
  @ApiProperty({ enum: FIELD_NAMES })
  field!: string;

  @ApiProperty({ example: '°C' })
  unit!: string;

  @ApiProperty({ example: '2026-10-23T00:00:00Z' })
  start!: string;

  @ApiProperty({ example: '2026-11-21T03:00:00Z' })
  end!: string;

  @ApiProperty({ enum: SCOPES })
  scope!: Scope;

  @ApiProperty({
    type: AccuracyStationDto,
    nullable: true,
    description: 'The nearest station, with `scope` `station`.',
  })
  station!: AccuracyStationDto | null;

  @ApiProperty({ type: [AccuracyScoreDto] })
  data!: AccuracyScoreDto[];
}
