import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import {
  ForecastLocationDto,
  ForecastPlaceDto,
  ForecastSourceDto,
  ForecastWarningDto,
} from '../answer/forecast-response.dto.js';
import type { ValueOrigin } from './current-value.js';

/** `documentMetrics` adds the properties from the metric catalog. */
@ApiSchema({
  name: 'CurrentValues',
  description: 'The requested metrics. Null without a value; a warning says why.',
})
export class CurrentValuesDto {}

@ApiSchema({ name: 'CurrentData' })
export class CurrentDataDto {
  @ApiProperty({
    format: 'date-time',
    description: 'The current minute, UTC.',
    example: '2026-11-21T06:07:00Z',
  })
  time!: string;

  @ApiProperty({ type: CurrentValuesDto })
  values!: Record<string, number | null>;
}

@ApiSchema({ name: 'CurrentObservation', description: 'The report that the values are made of.' })
export class CurrentObservationDto {
  /**
   * The ID of the station.
   * @example 'KBOS'
   */
  @ApiProperty()
  station!: string;

  /** Null if the source doesn't name its stations. */
  @ApiProperty({ type: String, nullable: true, example: null })
  name!: string | null;

  @ApiProperty({ description: 'Latitude in degrees.', example: 42.3606 })
  lat!: number;

  @ApiProperty({ description: 'Longitude in degrees east.', example: -71.0097 })
  lon!: number;

  @ApiProperty({ description: 'Meters above sea level.', example: 4 })
  elevation!: number;

  @ApiProperty({ description: 'Kilometers from the requested location.', example: 3.3 })
  distanceKm!: number;

  @ApiProperty({ format: 'date-time', description: 'When it was measured.', example: '2026-11-21T05:54:00Z' })
  observedAt!: string;

  @ApiProperty({ type: 'integer', description: 'How long ago that was.', example: 13 })
  ageMinutes!: number;

  @ApiProperty({
    description: 'The report as the station sent it.',
    example: 'METAR KBOS 210554Z 29010KT 10SM SCT040 08/02 A3009 RMK AO2 SLP188 T00830022',
  })
  report!: string;

  @ApiProperty({
    description: 'The attribution to show with the data.',
    example: 'NOAA/NWS Aviation Weather Center',
  })
  attribution!: string;
}

@ApiSchema({ name: 'CurrentMeta', description: 'Where the values come from.' })
export class CurrentMetaDto {
  @ApiProperty({
    type: CurrentObservationDto,
    nullable: true,
    description:
      "The report that the values are made of; null if there is none, and all values are the model's.",
  })
  observation!: CurrentObservationDto | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', enum: ['observed', 'adjusted', 'model'] },
    description:
      'How each value came about: `observed` as reported at the location, `adjusted` in time, height or place, or `model`, the forecast for the current minute.',
    example: { temperature: 'adjusted', cloudCover: 'adjusted', uvIndex: 'model' },
  })
  values!: Record<string, ValueOrigin>;

  @ApiPropertyOptional()
  place?: ForecastPlaceDto;

  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'The height that the values are for, in meters above sea level: `elevation`, or else the height of the place; if that is unknown, that of the station.',
  })
  elevation!: number | null;

  @ApiPropertyOptional({
    description:
      'The attribution to show with the data if the height is that of the ground, from Copernicus GLO-90.',
  })
  elevationAttribution?: string;

  @ApiProperty({
    type: [ForecastSourceDto],
    description: 'The model runs behind the values that are not `observed`.',
  })
  sources!: ForecastSourceDto[];

  @ApiProperty({ enum: ['metric', 'imperial'], enumName: 'UnitSystem' })
  units!: 'metric' | 'imperial';

  @ApiProperty({
    type: [ForecastWarningDto],
    description: 'Why values are missing, and other limitations.',
  })
  warnings!: ForecastWarningDto[];
}

@ApiSchema({ name: 'CurrentConditions' })
export class CurrentConditionsDto {
  @ApiProperty()
  location!: ForecastLocationDto;

  @ApiProperty()
  data!: CurrentDataDto;

  @ApiProperty()
  meta!: CurrentMetaDto;
}
