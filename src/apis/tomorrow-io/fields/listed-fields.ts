import { type Field, FIELDS, type Measure } from './fields.js';

/** A field, as the guide lists it. */
export interface ListedField {
  name: string;
  /** Metric and imperial. */
  units: string;
  measures: readonly Measure[];
  /** One sentence in Markdown on how the value is produced; undefined if the field is null. */
  method: string | undefined;
}

/** All of Tomorrow.io's fields under their own names, from the table that serves them. */
export const TOMORROW_IO_FIELDS: readonly ListedField[] = [...FIELDS].map(([name, field]) => ({
  name,
  units: unitsOf(field),
  measures: 'instant' in field ? [] : field.measures,
  method: field.method,
}));

function unitsOf(field: Field): string {
  if ('instant' in field) return 'ISO 8601';
  const { metric, imperial } = field.served;
  return metric.unit === imperial.unit ? metric.unit : `${metric.unit}, ${imperial.unit}`;
}
