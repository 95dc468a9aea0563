import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { DECLARED_BY_FEATURES } from '../../core/http/index.js';
import { PANEL_CHARTS } from '../../weather/metrics/index.js';
import { WEATHER_CODES } from '../../weather/meteo/index.js';

@ApiSchema({ name: 'FieldUnits', description: 'The unit in each unit system.' })
export class FieldUnitsDto {
  @ApiProperty({ example: '°C' })
  metric!: string;

  @ApiProperty({ example: '°F' })
  imperial!: string;
}

@ApiSchema({ name: 'FieldPrecision', description: 'The rounding step. Half is rounded up.' })
export class FieldPrecisionDto {
  @ApiProperty({ example: 0.1 })
  metric!: number;

  @ApiProperty({ example: 0.1 })
  imperial!: number;
}

@ApiSchema({ name: 'DailyField', description: 'A daily value calculated from hourly values.' })
export class DailyFieldDto {
  @ApiProperty({ description: 'The name in a daily entry.', example: 'temperatureMax' })
  name!: string;

  @ApiProperty()
  title!: string;

  @ApiProperty()
  units!: FieldUnitsDto;

  @ApiProperty()
  precision!: FieldPrecisionDto;
}

@ApiSchema({ name: 'FieldPanel', description: 'A chart. Fields with the same panel title share one.' })
export class FieldPanelDto {
  @ApiProperty({ example: 'Temperature' })
  title!: string;

  @ApiProperty({ enum: PANEL_CHARTS, enumName: 'PanelChart', description: 'How to draw hourly values.' })
  chart!: (typeof PANEL_CHARTS)[number];

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Where the axis starts. Null: at the lowest value.',
  })
  min!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Where the axis ends. Null: at the highest value.',
  })
  max!: number | null;
}

@ApiSchema({ name: 'Field' })
export class FieldDto {
  @ApiProperty({
    enum: DECLARED_BY_FEATURES,
    enumName: 'MetricName',
    description: 'The name in `fields`, and in an hourly or minutely entry.',
  })
  name!: string;

  @ApiProperty()
  title!: string;

  @ApiProperty({
    enum: DECLARED_BY_FEATURES,
    enumName: 'MetricGroup',
    description: 'A heading for lists of fields.',
  })
  group!: string;

  @ApiProperty()
  description!: string;

  @ApiProperty({ description: "Whether responses have it if you don't set `fields`." })
  byDefault!: boolean;

  @ApiProperty()
  units!: FieldUnitsDto;

  @ApiProperty()
  precision!: FieldPrecisionDto;

  @ApiProperty({ type: FieldPanelDto, nullable: true, description: 'Null if no chart shows it.' })
  panel!: FieldPanelDto | null;

  @ApiProperty({ type: [DailyFieldDto], description: 'The daily values of this metric.' })
  daily!: DailyFieldDto[];
}

@ApiSchema({ name: 'Fields' })
export class FieldsDto {
  @ApiProperty({ type: [FieldDto], description: "In the order of the entries' values." })
  fields!: FieldDto[];
}

@ApiSchema({ name: 'WeatherCode' })
export class WeatherCodeDto {
  @ApiProperty({ type: 'integer', enum: Object.keys(WEATHER_CODES).map(Number), example: 4001 })
  code!: number;

  @ApiProperty({ example: 'Rain' })
  name!: string;

  @ApiProperty({
    type: 'integer',
    description:
      "The rank in severity: 0 is the mildest. A day's `weatherCodeMax` is the code of its hours with the highest rank.",
  })
  severity!: number;
}

@ApiSchema({ name: 'WeatherCodes' })
export class WeatherCodesDto {
  @ApiProperty({ type: [WeatherCodeDto], description: 'By number.' })
  codes!: WeatherCodeDto[];
}
