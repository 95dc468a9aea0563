import { ApiPropertyOptional } from '@nestjs/swagger';
import { METRICS, type Metric, type MetricName } from '../../meteo/metrics.js';
import { type UnitSystem } from '../../meteo/units.js';

/** Documents a value that is served as the metric is, from the catalogue: it can neither lack a unit nor differ. */
export function MetricProperty(
  metric: MetricName,
  title: string,
  description: string,
  units: Metric['units'] = METRICS[metric].units,
): PropertyDecorator {
  const { decimals }: Metric = METRICS[metric];
  const served = (system: UnitSystem) =>
    `${units[system]}, to ${(10 ** -decimals[system]).toFixed(decimals[system])}`;
  const unit =
    units.metric === units.imperial
      ? served('metric')
      : `${served('metric')}; imperial: ${served('imperial')}`;
  return ApiPropertyOptional({
    type: decimals.metric === 0 && decimals.imperial === 0 ? 'integer' : 'number',
    nullable: true,
    title,
    description: `${description} Unit: ${unit}.`,
  });
}
