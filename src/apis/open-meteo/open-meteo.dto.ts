import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

const number = { type: 'number' } as const;
const text = { type: 'string' } as const;
const VALUE = { anyOf: [number, text, { type: 'null' }] };

/** A member that depends on what was asked for. */
const Member = (values: object) => ApiPropertyOptional({ type: 'object', additionalProperties: values });
const Units = () => Member(text);
const One = () => Member(VALUE);
const Lists = () => Member({ type: 'array', items: VALUE });

/** What Open-Meteo answers for one place. */
@ApiSchema({ name: 'OpenMeteoForecast' })
export class OpenMeteoForecastDto {
  /** Of the model's nearest grid point. */
  latitude!: number;
  longitude!: number;
  /** In meters; absent if no model covers the location. */
  elevation?: number;
  generationtime_ms!: number;
  utc_offset_seconds!: number;
  timezone!: string;
  timezone_abbreviation!: string;
  /** The place of the location in the request; absent for the first one. */
  location_id?: number;

  @Units()
  current_units?: Record<string, string>;
  @One()
  current?: Record<string, number | string | null>;
  @Units()
  current_weather_units?: Record<string, string>;
  @One()
  current_weather?: Record<string, number | string | null>;
  @Units()
  minutely_15_units?: Record<string, string>;
  @Lists()
  minutely_15?: Record<string, unknown[]>;
  @Units()
  hourly_units?: Record<string, string>;
  @Lists()
  hourly?: Record<string, unknown[]>;
  @Units()
  daily_units?: Record<string, string>;
  @Lists()
  daily?: Record<string, unknown[]>;
}

/** As Open-Meteo writes its errors. */
@ApiSchema({ name: 'OpenMeteoError' })
export class OpenMeteoErrorDto {
  @ApiProperty({ type: 'boolean', enum: [true] })
  error!: true;
  /** What is wrong. */
  reason!: string;
}
