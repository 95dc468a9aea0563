import { ApiProperty, ApiSchema } from '@nestjs/swagger';

const sun = (event: string) => ({
  type: String,
  format: 'date-time',
  nullable: true,
  description: `${event} of the local day; null during polar day and night.`,
});

/** `documentMetrics` adds the other properties from the metric catalog. */
@ApiSchema({
  name: 'DailyValues',
  description:
    "Daily values of the requested metrics, from the hours that start in the local day, and sunrise and sunset. A value that the source doesn't have is null, and a warning says why.",
})
export class DailyValuesDto {
  @ApiProperty(sun('Sunrise'))
  sunriseTime!: string | null;

  @ApiProperty(sun('Sunset'))
  sunsetTime!: string | null;
}
