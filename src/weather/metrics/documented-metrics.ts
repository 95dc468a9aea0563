import { type UnitSystem } from '../meteo/units.js';
import { type MetricCatalogue, type ServedValue } from './metric-catalogue.js';

/** The parts of an OpenAPI document that describe metrics. */
interface Document {
  components?: { schemas?: object };
}

/**
 * Returns a copy of an OpenAPI document whose entries have the values of the metrics. The original stays as it is,
 * since app instances in one process share parts of their documents.
 */
export function documentMetrics<T extends Document>(document: T, { entries }: MetricCatalogue): T {
  const documented = JSON.parse(JSON.stringify(document)) as T;
  const schemas = (documented.components?.schemas ?? {}) as Record<string, { properties?: object }>;
  const daily = entries.flatMap((entry) => entry.daily);
  const values = {
    HourlyValues: entries,
    MinutelyValues: entries,
    CurrentValues: entries,
    DailyValues: daily,
  };
  for (const [name, ofEntries] of Object.entries(values))
    if (name in schemas)
      schemas[name].properties = { ...schemas[name].properties, ...propertiesOf(ofEntries) };
  return documented;
}

function propertiesOf(values: readonly ServedValue[]): Record<string, object> {
  return Object.fromEntries(values.map((value) => [value.name, propertyOf(value)]));
}

function propertyOf({ title, description, served: { metric, imperial } }: ServedValue): object {
  const precise = ({ unit, decimals }: ServedValue['served'][UnitSystem]) =>
    `${unit}, to ${(10 ** -decimals).toFixed(decimals)}`;
  const unit =
    metric.unit === imperial.unit ? precise(metric) : `${precise(metric)}; imperial: ${precise(imperial)}`;
  const isWhole = metric.decimals === 0 && imperial.decimals === 0;
  return {
    type: [isWhole ? 'integer' : 'number', 'null'],
    title,
    description: `${description} Unit: ${unit}.`,
  };
}
