import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { IsDegrees, LATITUDE, LONGITUDE } from '../../core/http/index.js';
import type { ObservedField } from '../../weather/observations/index.js';

const RADIUS = 'radiusKm must be a whole number from 1 to 300';
const ONE = { message: '$property must be given once' };

@ApiSchema({ name: 'StationsQuery' })
export class StationsQueryDto {
  @IsDegrees(LATITUDE)
  lat!: number;

  @IsDegrees(LONGITUDE)
  lon!: number;

  /** How far away stations can be, in kilometers, 1 to 300. */
  @ApiPropertyOptional({ type: 'integer' })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value,
  )
  @IsInt({ message: RADIUS })
  @Min(1, { message: RADIUS })
  @Max(300, { message: RADIUS })
  radiusKm?: number = 100;
}

@ApiSchema({ name: 'ObservationsQuery' })
export class ObservationsQueryDto {
  /**
   * ISO 8601 with `Z` or an offset. By default a day before the end.
   * @example '2026-11-21T00:00:00Z'
   */
  @IsOptional()
  @IsString(ONE)
  startTime?: string;

  /**
   * ISO 8601 with `Z` or an offset. By default now.
   * @example '2026-11-21T06:00:00Z'
   */
  @IsOptional()
  @IsString(ONE)
  endTime?: string;
}

const measured = (description: string, example: number | null): PropertyDecorator =>
  ApiProperty({ type: Number, nullable: true, description, example });

@ApiSchema({ name: 'ObservedValues' })
export class ObservedValuesDto implements Record<ObservedField, number | null> {
  @measured('Temperature at 2 m in °C.', 8.3)
  temperature!: number | null;

  @measured('Dew point at 2 m in °C.', 2.2)
  dewPoint!: number | null;

  @measured('Wind speed at 10 m in m/s.', 5.1)
  windSpeed!: number | null;

  @measured('Where the wind comes from, in degrees. Null if it is calm or varies.', 290)
  windDirection!: number | null;

  @measured('The highest gust in m/s. Null if the station reported none.', null)
  windGust!: number | null;

  @measured("Air pressure at the station's elevation in hPa.", 1018.6)
  pressureSurfaceLevel!: number | null;

  @measured('Cloud cover in %, by the eighths of the sky that the report stands for.', 44)
  cloudCover!: number | null;

  @measured('Visibility in km, at most 24.1. Many stations report no more than 10 or 16 km.', 16.1)
  visibility!: number | null;

  @measured('The weather code, if the report is certain about it.', 1101)
  weatherCode!: number | null;
}

@ApiSchema({ name: 'Observation' })
export class ObservationDto {
  /**
   * When it was measured: ISO 8601, UTC.
   * @example '2026-11-21T05:54:00Z'
   */
  @ApiProperty()
  observedAt!: string;

  /** Null where the station measured nothing plausible. */
  values!: ObservedValuesDto;

  /**
   * The report as the station sent it.
   * @example 'METAR KBOS 210554Z 29010KT 10SM SCT040 08/02 A3009 RMK AO2 SLP188 T00830022'
   */
  @ApiProperty()
  report!: string;
}

@ApiSchema({ name: 'ObservationStation' })
export class ObservationStationDto {
  /**
   * The ICAO code of an airport, or the number of a station of Deutscher Wetterdienst.
   * @example 'KBOS'
   */
  @ApiProperty()
  id!: string;

  /** Null if the source doesn't name its stations. */
  @ApiProperty({ type: String, nullable: true, example: null })
  name!: string | null;

  @ApiProperty({ description: 'Latitude in degrees.', example: 42.3606 })
  lat!: number;

  @ApiProperty({ description: 'Longitude in degrees east.', example: -71.0097 })
  lon!: number;

  @ApiProperty({ description: 'Meters above sea level.', example: 4 })
  elevation!: number;
}

const LATEST = { type: ObservationDto, nullable: true } as const;

@ApiSchema({ name: 'NearStation' })
export class NearStationDto extends ObservationStationDto {
  @ApiProperty({ description: 'Kilometers from the requested location.', example: 3.4 })
  distanceKm!: number;

  @ApiProperty({ ...LATEST, description: 'The newest report; null if it is older than 3 hours.' })
  latest!: ObservationDto | null;
}

@ApiSchema({ name: 'NearStations' })
export class NearStationsDto {
  @ApiProperty({ type: [NearStationDto] })
  data!: NearStationDto[];

  @ApiProperty({ description: 'The attribution to show with the data.' })
  attribution!: string;
}

@ApiSchema({ name: 'StationReport' })
export class StationReportDto extends ObservationStationDto {
  @ApiProperty({ ...LATEST, description: 'The newest report; null if it is older than 3 hours.' })
  latest!: ObservationDto | null;

  @ApiProperty({ description: 'The attribution to show with the data.' })
  attribution!: string;
}

@ApiSchema({ name: 'StationObservations' })
export class StationObservationsDto {
  station!: ObservationStationDto;

  @ApiProperty({ type: [ObservationDto] })
  data!: ObservationDto[];

  @ApiProperty({ description: 'The attribution to show with the data.' })
  attribution!: string;
}
