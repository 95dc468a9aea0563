import { useQuery } from '@tanstack/react-query';
import { BellRing, Plus } from 'lucide-react';
import { fieldsQuery } from '../../api/catalogue.ts';
import { useMay } from '../../api/organizations.ts';
import type { Client, CreateForecastAlert, Field, ForecastAlert } from '../../api/schemas.ts';
import { useChange, usePages } from '../../api/transport/queries.ts';
import { Badge } from '../../ui/badge.tsx';
import { GuideLink } from '../../ui/button.tsx';
import { ConfirmDialog, DialogButton, FormDialog } from '../../ui/dialogs/dialog.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { NameField, SelectField, TextField } from '../../ui/forms/fields.tsx';
import type { FormValues } from '../../ui/forms/form.tsx';
import { Options } from '../../ui/forms/select.tsx';
import { type Column, ListCard, type RowAction } from '../../ui/layout/table.tsx';
import { EmptyState } from '../../ui/states/notice.tsx';
import { formatCount, Time } from '../../ui/time.tsx';

const columnsOf = (fields: Field[]): Column<ForecastAlert>[] => [
  {
    title: 'Alert',
    isHeading: true,
    cell: (alert) => (
      <>
        <p className="font-medium wrap-anywhere">{alert.name}</p>
        <p className="text-muted">{conditionOf(alert, fields)}</p>
      </>
    ),
  },
  {
    title: 'Location',
    cell: ({ place, lat, lon }) => (
      <span className="wrap-anywhere">
        {place ? `${place.name}, ${place.country_code}` : `${lat}, ${lon}`}
      </span>
    ),
  },
  {
    title: 'Hours',
    cell: ({ lead_hours: { from, to } }) => `${from} to ${to}`,
  },
  {
    title: 'Status',
    cell: (alert) => <AlertStatus alert={alert} fields={fields} />,
  },
];

export function AlertsCard({ client }: { client: Client }) {
  const query = usePages(
    '/v1/alerts',
    { query: { client_id: client.client_id, limit: 50 } },
    // New runs change the states.
    { refetchInterval: 10_000 },
  );
  const mayManage = useMay(client.organization_id)('alerts.manage');
  const fields = useQuery(fieldsQuery).data?.fields ?? [];
  const update = useChange('patch', '/v1/alerts/{alertId}', {
    onError: ({ message }) => showToast(message, 'danger'),
  });
  const rowActions = (alert: ForecastAlert): RowAction[] => [
    { title: 'Edit', dialog: <EditAlertDialog alert={alert} /> },
    {
      title: alert.enabled ? 'Disable' : 'Enable',
      onSelect: () =>
        update.mutate({ params: { path: { alertId: alert.id } }, body: { enabled: !alert.enabled } }),
    },
    {
      title: 'Delete',
      isDangerous: true,
      dialog: <DeleteAlertDialog alert={alert} />,
    },
  ];
  const create = mayManage && (
    <DialogButton icon={Plus} isSmall text="Create alert" dialog={<CreateAlertDialog client={client} />} />
  );
  return (
    <ListCard
      title="Forecast alerts"
      description="Evaluated after each model run. Changes are sent to webhooks and event streams."
      actions={create}
      query={query}
      columns={columnsOf(fields)}
      empty={
        <EmptyState icon={BellRing} title="No forecast alerts yet">
          Get notified when a forecast meets your conditions.{' '}
          <GuideLink to="alerts">How alerts work</GuideLink>
        </EmptyState>
      }
      rowActions={mayManage ? rowActions : undefined}
      menuOf={({ name }) => name}
    />
  );
}

function CreateAlertDialog({ client }: { client: Client }) {
  return (
    <FormDialog
      title="Create alert"
      description={`For ${client.name}, whose API keys get the events.`}
      action="Create alert"
      mutation={useChange('post', '/v1/alerts')}
      request={(values) => ({ body: { client_id: client.client_id, ...alertValuesOf(values) } })}
      done="Alert created."
    >
      <AlertFields />
    </FormDialog>
  );
}

function EditAlertDialog({ alert }: { alert: ForecastAlert }) {
  return (
    <FormDialog
      title={`Edit ${alert.name}`}
      description="It is evaluated again. If it already announced an event for the newest model run, it waits for the next one."
      action="Save"
      mutation={useChange('patch', '/v1/alerts/{alertId}')}
      request={(values) => ({ params: { path: { alertId: alert.id } }, body: alertValuesOf(values, alert) })}
      done="Alert saved."
    >
      <AlertFields alert={alert} />
    </FormDialog>
  );
}

function DeleteAlertDialog({ alert }: { alert: ForecastAlert }) {
  return (
    <ConfirmDialog
      title={`Delete ${alert.name}?`}
      action="Delete alert"
      mutation={useChange('delete', '/v1/alerts/{alertId}')}
      request={() => ({ params: { path: { alertId: alert.id } } })}
      done={`${alert.name} deleted.`}
    >
      If the alert is raised, an event says that it cleared. It then sends no more events. This can&apos;t be
      undone.
    </ConfirmDialog>
  );
}

/** Whether the condition is met and what the last run forecast, or why that is unknown. */
function AlertStatus({ alert, fields }: { alert: ForecastAlert; fields: Field[] }) {
  const { enabled, state, last_evaluation, last_error, field, units } = alert;
  return (
    <div className="space-y-0.5 max-sm:text-right">
      {!enabled && <Badge tone="neutral">Disabled</Badge>}
      {enabled && state === 'raised' && <Badge tone="warning">Raised</Badge>}
      {enabled && state === 'calm' && <Badge tone="success">Calm</Badge>}
      {enabled && state === 'pending' && <Badge tone="neutral">Pending</Badge>}
      {last_error !== null && <p className="max-w-64 text-[0.8125rem] text-danger">{last_error.detail}</p>}
      {last_error === null && last_evaluation !== null && (
        <p className="text-[0.8125rem] text-muted">
          {valueOf(last_evaluation.extreme_value, field, units, fields)} at{' '}
          <Time instant={last_evaluation.extreme_time} isRelative={false} />
        </p>
      )}
    </div>
  );
}

/** The settings of an alert, without its client. */
type AlertSettings = Omit<CreateForecastAlert, 'client_id'>;

const POINT = /^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)$/;

/** The settings of an alert. An existing alert keeps its model. */
function AlertFields({ alert }: { alert?: ForecastAlert }) {
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
function alertValuesOf(values: FormValues, alert?: ForecastAlert): AlertSettings {
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
function conditionOf({ field, comparison, value, units }: ForecastAlert, fields: Field[]): string {
  const title = fields.find(({ name }) => name === field)?.title ?? field;
  return `${title} ${COMPARISONS[comparison]} ${valueOf(value, field, units, fields)}`;
}

/** Formats a field's value with its unit. */
function valueOf(value: number, field: string, units: ForecastAlert['units'], fields: Field[]): string {
  const unit = fields.find(({ name }) => name === field)?.units[units] ?? '';
  return `${formatCount(value)} ${unit}`.trim();
}
