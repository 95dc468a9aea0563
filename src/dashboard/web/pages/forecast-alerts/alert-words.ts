import type { Field, ForecastAlert } from '../../api/schemas.ts';
import { formatNumber } from '../../ui/time.tsx';

export const COMPARISONS: Record<ForecastAlert['comparison'], string> = {
  above: 'above',
  at_least: 'at least',
  below: 'below',
  at_most: 'at most',
};

/** Describes the condition, such as `Temperature below 0 °C`. */
export function conditionOf({ field, comparison, value, units }: ForecastAlert, fields: Field[]): string {
  const title = fields.find(({ name }) => name === field)?.title ?? field;
  return `${title} ${COMPARISONS[comparison]} ${valueOf(value, field, units, fields)}`;
}

/** Formats a field's value with its unit. */
export function valueOf(
  value: number,
  field: string,
  units: ForecastAlert['units'],
  fields: Field[],
): string {
  const unit = fields.find(({ name }) => name === field)?.units[units] ?? '';
  return `${formatNumber(value)} ${unit}`.trim();
}
