import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import {
  DECLARED_BY_FEATURES,
  IsDeclared,
  IsName,
  IsTextOf,
  LATITUDE,
  LONGITUDE,
  Omittable,
  PageQueryDto,
  Trimmed,
  idPattern,
} from '../../core/http/index.js';
import { UNIT_SYSTEMS } from '../request/parameters.js';
import type { UnitSystem } from '../../weather/meteo/index.js';
import { type Comparison, COMPARISONS } from './forecast-alert.entity.js';

/** Larger than any value of a field, in any unit. */
const MOST = 1_000_000;
const FIELD = 'field must be a metric that GET /v1/weather/fields lists';

function IsNumberOf(minimum: number, maximum: number): PropertyDecorator {
  return (target, name) => {
    const message = `${String(name)} must be a number from ${minimum} to ${maximum}`;
    ApiProperty({ minimum, maximum })(target, name);
    IsNumber({}, { message })(target, name);
    Min(minimum, { message })(target, name);
    Max(maximum, { message })(target, name);
  };
}

function IsHour(minimum: number, maximum: number): PropertyDecorator {
  return (target, name) => {
    const message = `${String(name)} must be a whole number from ${minimum} to ${maximum}`;
    ApiProperty({ type: 'integer', minimum, maximum })(target, name);
    IsInt({ message })(target, name);
    Min(minimum, { message })(target, name);
    Max(maximum, { message })(target, name);
  };
}

@ApiSchema({ name: 'LeadHoursInput' })
export class LeadHoursInputDto {
  /** The first hour, counted from the current one. */
  @IsHour(0, 383)
  from!: number;

  /** The hour at which they end, exclusive: at most as long as the runs of the model. */
  @IsHour(1, 384)
  to!: number;
}

class AlertSettingsDto {
  @ApiPropertyOptional({
    enum: [...UNIT_SYSTEMS],
    enumName: 'UnitSystem',
    description: 'Of `value` and `hysteresis`. Default: `metric`.',
  })
  @Omittable()
  @IsIn(UNIT_SYSTEMS, { message: `units must be one of ${UNIT_SYSTEMS.join(', ')}` })
  units?: UnitSystem;

  /** How far values must move back past the threshold before a raised alert clears. Default: 0. */
  @Omittable()
  @IsNumberOf(0, MOST)
  hysteresis?: number;

  /** Degrees, rounded to four decimals. Requires `lon`. */
  @Omittable()
  @IsNumberOf(LATITUDE.minimum, LATITUDE.maximum)
  lat?: number;

  /** Degrees, rounded to four decimals. Requires `lat`. */
  @Omittable()
  @IsNumberOf(LONGITUDE.minimum, LONGITUDE.maximum)
  lon?: number;

  /** The name or ID of a place, instead of `lat` and `lon`. */
  @Omittable()
  @Trimmed()
  @IsTextOf(1, 100)
  place?: string;

  /** The hours to check. Default: the next 48, or as many as the model has. */
  @Omittable()
  @IsObject()
  @ValidateNested()
  @Type(() => LeadHoursInputDto)
  lead_hours?: LeadHoursInputDto;

  /** The model to use. Default, or null: the preferred one that serves the location. */
  @ApiPropertyOptional({ type: String, nullable: true, example: 'gfs' })
  @IsOptional()
  @IsTextOf(1, 100)
  model?: string | null;

  /** Default: true. */
  @Omittable()
  @IsBoolean({ message: 'enabled must be true or false' })
  enabled?: boolean;
}

@ApiSchema({ name: 'CreateForecastAlert' })
export class CreateForecastAlertDto extends AlertSettingsDto {
  /** The client whose API keys get the events; can't be changed later. */
  @Matches(idPattern('cli'), { message: 'client_id must be the ID of a client' })
  client_id!: string;

  @IsName()
  name!: string;

  @ApiProperty({ enum: DECLARED_BY_FEATURES, enumName: 'MetricName' })
  @IsString({ message: FIELD })
  @IsDeclared('MetricName', { message: FIELD })
  field!: string;

  @ApiProperty({ enum: COMPARISONS, enumName: 'AlertComparison' })
  @IsIn(COMPARISONS, { message: `comparison must be one of ${COMPARISONS.join(', ')}` })
  comparison!: Comparison;

  @IsNumberOf(-MOST, MOST)
  value!: number;
}

@ApiSchema({ name: 'UpdateForecastAlert', description: "Properties that you leave out don't change." })
export class UpdateForecastAlertDto extends AlertSettingsDto {
  @Omittable()
  @IsName()
  name?: string;

  @ApiPropertyOptional({ enum: DECLARED_BY_FEATURES, enumName: 'MetricName' })
  @Omittable()
  @IsString({ message: FIELD })
  @IsDeclared('MetricName', { message: FIELD })
  field?: string;

  @ApiPropertyOptional({ enum: COMPARISONS, enumName: 'AlertComparison' })
  @Omittable()
  @IsIn(COMPARISONS, { message: `comparison must be one of ${COMPARISONS.join(', ')}` })
  comparison?: Comparison;

  @Omittable()
  @IsNumberOf(-MOST, MOST)
  value?: number;
}

@ApiSchema({ name: 'ForecastAlertPageQuery' })
export class ForecastAlertPageQueryDto extends PageQueryDto {
  /** Only those of this client. */
  @Omittable()
  @Matches(idPattern('cli'), { message: 'client_id must be the ID of a client' })
  client_id?: string;

  /** Only those of this organization. */
  @Omittable()
  @Matches(idPattern('org'), { message: 'organization_id must be the ID of an organization' })
  organization_id?: string;
}
