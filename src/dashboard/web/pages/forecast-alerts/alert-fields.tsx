import { useQuery } from '@tanstack/react-query';
import { fieldsQuery } from '../../api/catalogue.ts';
import type { CreateForecastAlert, Field, ForecastAlert } from '../../api/schemas.ts';
import { NameField, SelectField, TextField } from '../../ui/forms/fields.tsx';
import type { FormValues } from '../../ui/forms/form.tsx';
import { Options } from '../../ui/forms/select.tsx';
import { formatNumber } from '../../ui/time.tsx';

/** The settings of an alert, without its client. */
type AlertSettings = Omit<CreateForecastAlert, 'client_id'>;

const POINT = /^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)$/;

/** The settings of an alert. An existing alert keeps its model. */
export function AlertFields({ alert }: { alert?: ForecastAlert }) {
  const fields = useQuery(fieldsQuery).data?.fields ?? [];
  return (
    <>
      <NameField defaultValue={alert?.name} hint="For example “Frost in the orchard”." />
      <TextField
        name="place"
        label="Location"
        maxLength={100}
        autoComplete="off"
        defaultValue={alert && (alert.place?.name ?? `${alert.lat}, ${alert.lon}`)}
        hint="A city, such as “Paris, TX”, or coordinates, such as 42.3478, -71.0466."
        required
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="field"
          label="Field"
          // Remounts once the fields are loaded, since the default value applies only then.
          key={fields.length}
          defaultValue={alert?.field ?? 'temperature'}
        >
          {fields.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </SelectField>
        <SelectField name="units" label="Units" defaultValue={alert?.units ?? 'metric'}>
          <option value="metric">Metric (°C, m/s, mm)</option>
          <option value="imperial">Imperial (°F, mph, in)</option>
        </SelectField>
        <SelectField name="comparison" label="Condition" defaultValue={alert?.comparison ?? 'below'}>
          <Options of={COMPARISONS} />
        </SelectField>
        <TextField name="value" label="Value" type="number" step="any" defaultValue={alert?.value} required />
        <TextField
          name="lead_hours.from"
          label="From hour"
          type="number"
          min={0}
          defaultValue={alert?.lead_hours.from ?? 0}
          required
        />
        <TextField
          name="lead_hours.to"
          label="To hour"
          type="number"
          min={1}
          defaultValue={alert?.lead_hours.to ?? 48}
          hint="Counted from now."
          required
        />
      </div>
      <TextField
        name="hysteresis"
        label="Hysteresis"
        type="number"
        step="any"
        min={0}
        defaultValue={alert?.hysteresis ?? 0}
        hint="How far values must move back past the threshold before the alert clears. Prevents repeated alerts for values close to the threshold."
        required
      />
    </>
  );
}

/** Returns the form's values. The location is omitted if unchanged, since a place would be geocoded again. */
export function alertValuesOf(values: FormValues, alert?: ForecastAlert): AlertSettings {
  const place = values.text('place');
  const point = POINT.exec(place);
  const where = point ? { lat: Number(point[1]), lon: Number(point[2]) } : { place };
  const number = (name: string) => Number(values.text(name));
  return {
    name: values.text('name'),
    ...(alert?.place?.name !== place && where),
    field: values.text('field') as AlertSettings['field'],
    units: values.text('units') as AlertSettings['units'],
    comparison: values.text('comparison') as AlertSettings['comparison'],
    value: number('value'),
    hysteresis: number('hysteresis'),
    lead_hours: {
      from: number('lead_hours.from'),
      to: number('lead_hours.to'),
    },
  };
}

const COMPARISONS: Record<ForecastAlert['comparison'], string> = {
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
