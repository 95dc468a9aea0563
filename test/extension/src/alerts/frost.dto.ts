import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsLatitude, IsLongitude } from 'class-validator';

export class FrostQueryDto {
  @ApiProperty({ example: 52.23 })
  @Type(() => Number)
  @IsLatitude()
  lat!: number;

  @ApiProperty({ example: 21.01 })
  @Type(() => Number)
  @IsLongitude()
  lon!: number;
}

export class FrostDto {
  @ApiProperty({ example: -1.5, description: 'In °C, within the hours of the forecast.' })
  lowestTemperature!: number;

  @ApiProperty()
  isFrost!: boolean;
}
