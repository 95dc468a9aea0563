import { faultOf } from '../checks/schema-parts.js';
import { METRIC } from './metric.schema.js';
import { LONGEST_METRIC_NAME } from './value-names.js';

/** Returns the member of a metric that has an invalid value, and what is expected. */
export function faultOfMetric(metric: unknown): [member: string, expected: string] | undefined {
  const fault = faultOf(METRIC, metric, 'metric');
  if (!fault) return undefined;
  const [path, expected] = fault;
  if (path.length === 0) return ['metrics', 'a list of metrics, each made with defineMetric()'];
  const { name } = metric as { name?: unknown };
  if (!METRIC.shape.name.safeParse(name).success)
    return [
      'metrics',
      `named in camel case with up to ${LONGEST_METRIC_NAME} characters; "${String(name)}" is not`,
    ];
  return [`metrics.${String(name)}.${path.join('.')}`, expected];
}
