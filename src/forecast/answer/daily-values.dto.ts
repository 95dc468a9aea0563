import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { METRIC_NAMES, METRICS } from '../../meteo/metrics.js';
import { SEVERITY_ORDER } from '../../meteo/weather-codes.js';
import { MetricProperty } from './metric-property.decorator.js';
import { dailyForms, type DailyMeasure } from '../timelines/daily-forms.js';

const sun = (event: string) => ({
  type: String,
  format: 'date-time',
  nullable: true,
  description: `${event} of the local day; null during polar day and night.`,
});

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

const MEASURES: Record<DailyMeasure, string> = {
  minimum: 'The lowest hourly value.',
  maximum: 'The highest hourly value.',
  average: 'The average of the hourly values.',
  'vector-average': 'The direction of the mean of the hourly wind vectors.',
  sum: 'The sum of the hourly values.',
  'dominant-by-day':
    'The most frequent code of the hours that start in daylight, or of all hours during polar night. Of equally frequent codes, the most severe.',
  'most-severe': `The most severe one of the hours, in the order ${SEVERITY_ORDER.slice(1).join(', ')}; 0 (unknown) only where nothing else is known.`,
};

for (const { name, metric, measure, title, units } of METRIC_NAMES.flatMap(dailyForms)) {
  const property = MetricProperty(
    metric,
    title,
    `${MEASURES[measure]} ${METRICS[metric].description}`,
    units,
  );
  property(DailyValuesDto.prototype, name);
}
