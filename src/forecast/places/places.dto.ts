import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, Max, Min, ValidateBy } from 'class-validator';
import { IsDegrees, IsTextOf, LATITUDE, LONGITUDE } from '../../core/http/index.js';

const LIMIT = 'limit must be a whole number from 1 to 100';

function isLanguage(value: unknown): boolean {
  try {
    return typeof value === 'string' && Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
}

class PlaceListQueryDto {
  /** The number of places to return, 1 to 100. */
  @ApiPropertyOptional({ type: 'integer' })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value,
  )
  @IsInt({ message: LIMIT })
  @Min(1, { message: LIMIT })
  @Max(100, { message: LIMIT })
  limit?: number = 20;

  /** The language of country names, as a BCP 47 tag such as `de` or `pt-BR`. */
  @IsOptional()
  @ValidateBy({
    name: 'isLanguage',
    validator: {
      validate: isLanguage,
      defaultMessage: () => 'language must be a language tag, such as de or pt-BR',
    },
  })
  language?: string = 'en';
}

@ApiSchema({ name: 'PlacesQuery' })
export class PlacesQueryDto extends PlaceListQueryDto {
  @ApiProperty({
    example: 'Boston, MA',
    description:
      'A name or its beginning, in any language that GeoNames knows. Case and diacritics do not matter. Narrow it down with a country or a state after a comma, by name or code.',
  })
  @IsTextOf(1, 100)
  query!: string;
}

@ApiSchema({ name: 'NearestPlacesQuery' })
export class NearestPlacesQueryDto extends PlaceListQueryDto {
  @IsDegrees(LATITUDE)
  lat!: number;

  @IsDegrees(LONGITUDE)
  lon!: number;
}

export class PlaceDto {
  @ApiProperty({ description: 'Use it as `place` in forecast requests.', example: 'plc_4930956' })
  id!: string;

  @ApiProperty({ example: 'Boston' })
  name!: string;

  @ApiProperty({ description: 'ISO 3166-1 alpha-2.', example: 'US' })
  country_code!: string;

  @ApiProperty({ example: 'United States' })
  country!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The state, province or region.',
    example: 'Massachusetts',
  })
  admin!: string | null;

  @ApiProperty({ description: 'Latitude in degrees.', example: 42.35843 })
  lat!: number;

  @ApiProperty({ description: 'Longitude in degrees east.', example: -71.05977 })
  lon!: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Meters above sea level.',
    example: 14,
  })
  elevation!: number | null;

  @ApiProperty({ description: 'An IANA time zone.', example: 'America/New_York' })
  timezone!: string;

  @ApiProperty({ type: 'integer', example: 675647 })
  population!: number;
}

@ApiSchema({ name: 'Place' })
export class FoundPlaceDto extends PlaceDto {
  @ApiProperty({ description: 'The name that matches the query.', example: 'Boston' })
  matched_name!: string;
}

@ApiSchema({ name: 'NearestPlace' })
export class NearestPlaceDto extends PlaceDto {
  @ApiProperty({ description: 'Kilometers from the requested location.', example: 1.6 })
  distance_km!: number;
}

@ApiSchema({ name: 'Places' })
export class PlacesDto {
  @ApiProperty({ type: [FoundPlaceDto] })
  data!: FoundPlaceDto[];

  @ApiProperty({ description: 'The attribution to show with the data.' })
  attribution!: string;
}

@ApiSchema({ name: 'NearestPlaces' })
export class NearestPlacesDto {
  @ApiProperty({ type: [NearestPlaceDto] })
  data!: NearestPlaceDto[];

  @ApiProperty({ description: 'The attribution to show with the data.' })
  attribution!: string;
}
