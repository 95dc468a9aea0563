import { ApiSchema } from '@nestjs/swagger';
import { METRIC_NAMES, METRICS } from '../meteo/metrics.js';
import { MetricProperty } from './metric-property.decorator.js';

const EXACTLY =
  'Exactly the metrics that were asked for. A value that the source lacks is null, and a warning says why.';

@ApiSchema({ name: 'HourlyValues', description: EXACTLY })
export class HourlyValuesDto {}

@ApiSchema({
  name: 'MinutelyValues',
  description: `${EXACTLY} Interpolated between the hours; amounts, probabilities and codes are those of the hour.`,
})
export class MinutelyValuesDto {}

for (const name of METRIC_NAMES) {
  const { title, description } = METRICS[name];
  const property = MetricProperty(name, title, description);
  property(HourlyValuesDto.prototype, name);
  property(MinutelyValuesDto.prototype, name);
}
