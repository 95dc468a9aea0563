import { ApiSchema } from '@nestjs/swagger';
import { METRIC_NAMES, METRICS } from '../../meteo/metrics.js';
import { MetricProperty } from './metric-property.decorator.js';

const EXACTLY =
  "The requested metrics. A value that the source doesn't have is null, and a warning says why.";

@ApiSchema({ name: 'HourlyValues', description: EXACTLY })
export class HourlyValuesDto {}

@ApiSchema({
  name: 'MinutelyValues',
  description: `${EXACTLY} Interpolated between hours. Amounts, probabilities and codes are those of the hour.`,
})
export class MinutelyValuesDto {}

for (const name of METRIC_NAMES) {
  const { title, description } = METRICS[name];
  const property = MetricProperty(name, title, description);
  property(HourlyValuesDto.prototype, name);
  property(MinutelyValuesDto.prototype, name);
}
