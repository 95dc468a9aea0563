import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { METRICS, type Metric, type MetricName } from '../meteo/metrics.js';
import { type UnitSystem } from '../meteo/units.js';

@ApiSchema({
  name: 'HourlyValues',
  description:
    'Exactly the metrics that were asked for. A value that the source lacks is null, and a warning says why.',
})
export class HourlyValuesDto {}

// The document takes its metrics from the catalogue, so that it can neither lack one nor differ from it.
for (const [name, metric] of Object.entries(METRICS) as [MetricName, Metric][]) {
  const { title, description, units, decimals } = metric;
  const served = (system: UnitSystem) =>
    `${units[system]}, to ${(10 ** -decimals[system]).toFixed(decimals[system])}`;
  const unit =
    units.metric === units.imperial
      ? served('metric')
      : `${served('metric')}; imperial: ${served('imperial')}`;
  ApiPropertyOptional({
    type: decimals.metric === 0 && decimals.imperial === 0 ? 'integer' : 'number',
    nullable: true,
    title,
    description: `${description} Unit: ${unit}.`,
  })(HourlyValuesDto.prototype, name);
}
