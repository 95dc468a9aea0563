import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import type { TideGauge } from './tide-gauge.entity.js';

export class CreateTideGaugeDto {
  @ApiProperty({ example: 'Cuxhaven' })
  @IsString()
  @Length(1, 100)
  name!: string;
}

export class TideGaugeDto {
  @ApiProperty({ example: 'tdg_01KAHVZ6D4Q3T5B9XG7M2N8RWC' })
  id!: string;

  @ApiProperty({ example: 'Cuxhaven' })
  name!: string;

  @ApiProperty({ type: 'integer', nullable: true, example: 612 })
  level_cm!: number | null;
}

export class TideGaugePageDto {
  @ApiProperty({ type: [TideGaugeDto] })
  data!: TideGaugeDto[];

  @ApiProperty({ type: String, nullable: true, example: null })
  next_cursor!: string | null;
}

export function toTideGaugeDto({ id, name, levelCm }: TideGauge): TideGaugeDto {
  return { id, name, level_cm: levelCm ?? null };
}
